// Runs scenarios with key-value observing, as GNUstep's Foundation does it; README.md has the format.
#import <Foundation/Foundation.h>

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LIMIT = 3000 };

static int logged;

static void leave(const char *word) {
  puts(word);
  fflush(stdout);
  _exit(0);
}

// Logs a line, and leaves a scenario that never ends.
static void logLine(NSString *line) {
  puts([line UTF8String]);
  if (++logged >= LIMIT) leave("runaway");
}

static long modulo(long value, long divisor) { return (value % divisor + divisor) % divisor; }

static long changed(NSString *text, long value) {
  NSArray *words = [text componentsSeparatedByString:@":"];
  NSString *name = [words objectAtIndex:0];
  long k = [words count] > 1 ? [[words objectAtIndex:1] intValue] : 0;
  if ([name isEqual:@"add"]) return value + k;
  if ([name isEqual:@"mod"]) return modulo(value, k);
  if ([name isEqual:@"neg"]) return -value;
  if ([name isEqual:@"clamp"]) return MIN(MAX(value, k), [[words objectAtIndex:2] intValue]);
  return value;
}

// An object with a value, and with two keys that depend on it.
@interface Thing : NSObject {
  long value;
  // What GNUstep counts of the changes that are being announced.
  int open;
}
- (long)value;
- (void)setValue:(long)value;
@end

@implementation Thing
- (long)value { return value; }
- (long)twice { return 2 * value; }
- (long)quad { return 2 * [self twice]; }

+ (void)initialize {
  [self setKeys:[NSArray arrayWithObject:@"value"]
      triggerChangeNotificationsForDependentKey:@"twice"];
  [self setKeys:[NSArray arrayWithObject:@"twice"]
      triggerChangeNotificationsForDependentKey:@"quad"];
}

// GNUstep announces no change of a property while it announces one, and Apple's does. So a change of
// that kind is announced by hand: without a second `willChange`, which is what GNUstep goes by.
+ (BOOL)automaticallyNotifiesObserversForKey:(NSString *)key {
  return ![key isEqual:@"value"];
}

- (void)setValue:(long)newValue {
  if (open == 0) {
    [self willChangeValueForKey:@"value"];
    open = 1;
  }
  value = newValue;
  [self didChangeValueForKey:@"value"];
  if (open > 0) open--;
}
@end

// Where a key path begins.
@interface Way : NSObject {
  Thing *next;
}
- (Thing *)next;
- (void)setNext:(Thing *)thing;
@end

@implementation Way
- (Thing *)next { return next; }
- (void)setNext:(Thing *)thing { next = thing; }
@end

@class Run;

// A binding or an observer: what it does when one of the properties that it observes changes.
@interface Link : NSObject {
  Run *run;
  int number;
  NSArray *words;
  NSMutableArray *observed;
  // What it observes otherwise: through a key path or by a dependent key.
  id root;
  NSString *path;
}
- (id)initIn:(Run *)run as:(NSArray *)words;
- (int)number:(int)place;
- (void)observe:(int)property;
- (void)observe:(int)property prior:(BOOL)isPrior;
- (void)observePath:(NSString *)path of:(id)root;
- (void)fire:(int)property;
- (void)see;
- (void)end;
- (void)pass:(NSString *)change from:(int)source to:(int)target;
- (void)join;
@end

// An announcement that is under way: of what, and to whom it has come.
typedef struct Announcement {
  int property;
  int position;
  struct Announcement *outer;
} Announcement;

static Announcement *announcements;

@interface Run : NSObject {
@public
  NSMutableArray *properties;
  NSMutableDictionary *links;
  // For each property the links that observe it, in GNUstep's order.
  NSMutableArray *observers;
  NSMutableDictionary *ways;
  // The links that observe through each way, and the property to which it leads.
  NSMutableDictionary *walkers;
  NSMutableDictionary *ends;
}
- (void)leave:(Link *)link at:(int)property;
- (void)leaveWay:(Link *)link;
- (long)read:(int)property;
- (void)write:(long)value to:(int)property;
- (Link *)link:(int)number;
- (void)make:(Link *)link of:(NSArray *)words;
@end

@implementation Link
- (id)initIn:(Run *)aRun as:(NSArray *)someWords {
  self = [super init];
  run = aRun;
  words = [someWords retain];
  number = [[words objectAtIndex:1] intValue];
  observed = [NSMutableArray new];
  return self;
}

- (int)number:(int)place { return [[words objectAtIndex:place] intValue]; }

- (void)observe:(int)property { [self observe:property prior:NO]; }

- (void)observe:(int)property prior:(BOOL)isPrior {
  [observed addObject:[NSNumber numberWithInt:property]];
  [[run->observers objectAtIndex:property] addObject:self];
  [[run->properties objectAtIndex:property] addObserver:self
                                             forKeyPath:@"value"
                                                options:isPrior ? NSKeyValueObservingOptionPrior : 0
                                                context:(void *)(long)property];
}

- (void)observePath:(NSString *)aPath of:(id)aRoot {
  root = aRoot;
  path = aPath;
  [root addObserver:self forKeyPath:path options:0 context:(void *)-1];
}

- (void)end {
  if (root) {
    [run leaveWay:self];
    [root removeObserver:self forKeyPath:path];
    root = nil;
  }
  for (NSNumber *property in observed) {
    int index = [property intValue];
    [run leave:self at:index];
    [[run->properties objectAtIndex:index] removeObserver:self forKeyPath:@"value"];
  }
  [observed removeAllObjects];
}

- (void)observeValueForKeyPath:(NSString *)keyPath
                      ofObject:(id)object
                        change:(NSDictionary *)change
                       context:(void *)context {
  int property = (int)(long)context;
  if ([change objectForKey:NSKeyValueChangeNotificationIsPriorKey]) {
    logLine([NSString stringWithFormat:@"prior #%d %ld", number, [run read:property]]);
    return;
  }
  if (property < 0) {
    long value = [[object valueForKeyPath:keyPath] longValue];
    logLine([NSString stringWithFormat:@"obs #%d %ld", number, value]);
    return;
  }
  int position = [[run->observers objectAtIndex:property] indexOfObjectIdenticalTo:self];
  Announcement announcement = {property, position, announcements};
  announcements = &announcement;
  [self fire:property];
  announcements = announcement.outer;
}

- (void)fire:(int)property {
  NSString *what = [words objectAtIndex:0];
  if ([what isEqual:@"obs"]) {
    [self see];
  } else if ([what isEqual:@"prior"]) {
    logLine([NSString stringWithFormat:@"obs #%d %ld", number, [run read:property]]);
  } else if ([what isEqual:@"join"]) {
    [self join];
  } else {
    NSString *change = [words objectAtIndex:2];
    int left = [self number:3], right = [self number:4];
    if (property == left) {
      [self pass:change from:left to:right];
    } else {
      NSString *back = [change stringByReplacingOccurrencesOfString:@":" withString:@":-"];
      [self pass:back from:right to:left];
    }
  }
}

- (void)pass:(NSString *)change from:(int)source to:(int)target {
  long value = [run read:source];
  long passed = changed(change, value);
  logLine([NSString stringWithFormat:@"fire #%d %ld->%ld", number, value, passed]);
  [run write:passed to:target];
}

- (void)join {
  long sum = 0;
  for (NSString *source in [[words objectAtIndex:2] componentsSeparatedByString:@","])
    sum += [run read:[source intValue]];
  sum = modulo(sum, 1000);
  logLine([NSString stringWithFormat:@"fire #%d ->%ld", number, sum]);
  [run write:sum to:[self number:3]];
}

- (void)see {
  int property = [self number:2];
  long value = [run read:property];
  logLine([NSString stringWithFormat:@"obs #%d %ld", number, value]);
  NSArray *action = [[words objectAtIndex:3] componentsSeparatedByString:@":"];
  NSString *name = [action objectAtIndex:0];
  long first = [action count] > 1 ? [[action objectAtIndex:1] intValue] : 0;
  long second = [action count] > 2 ? [[action objectAtIndex:2] intValue] : 0;
  if ([name isEqual:@"own"] && value < first) [run write:value + 1 to:property];
  else if ([name isEqual:@"top"] && value > first) [run write:first to:property];
  else if ([name isEqual:@"to"]) [run write:value + second to:first];
  else if ([name isEqual:@"low"] && value < second) [run write:value + 1 to:first];
  else if ([name isEqual:@"end"]) [[run link:first] end];
}
@end

@implementation Run
- (id)init {
  self = [super init];
  properties = [NSMutableArray new];
  observers = [NSMutableArray new];
  links = [NSMutableDictionary new];
  ways = [NSMutableDictionary new];
  walkers = [NSMutableDictionary new];
  ends = [NSMutableDictionary new];
  return self;
}

- (long)read:(int)property { return [(Thing *)[properties objectAtIndex:property] value]; }

- (void)write:(long)value to:(int)property { [[properties objectAtIndex:property] setValue:value]; }

- (Link *)link:(int)number { return [links objectForKey:[NSNumber numberWithInt:number]]; }

- (void)leave:(Link *)link at:(int)property {
  NSMutableArray *list = [observers objectAtIndex:property];
  int position = [list indexOfObjectIdenticalTo:link];
  // GNUstep would call the observer that is running once more, whose place has changed.
  for (Announcement *one = announcements; one; one = one->outer)
    if (one->property == property && position < one->position) leave("undefined");
  [list removeObjectAtIndex:position];
}

- (void)leaveWay:(Link *)link {
  for (NSString *name in walkers) {
    if ([[walkers objectForKey:name] indexOfObjectIdenticalTo:link] == NSNotFound) continue;
    [self leave:link at:[[ends objectForKey:name] intValue]];
    [[walkers objectForKey:name] removeObject:link];
  }
}

// Lets a way lead to a property: those who observe through it move there, the newest first.
- (void)point:(NSString *)name at:(NSString *)property {
  Way *way = [ways objectForKey:name];
  for (Link *link in [[walkers objectForKey:name] reverseObjectEnumerator]) {
    [self leave:link at:[[ends objectForKey:name] intValue]];
    [[observers objectAtIndex:[property intValue]] addObject:link];
  }
  [ends setObject:property forKey:name];
  [way setNext:[properties objectAtIndex:[property intValue]]];
}

- (void)walk:(Link *)link by:(NSString *)name {
  if (![ways objectForKey:name]) return;
  [[walkers objectForKey:name] addObject:link];
  [[observers objectAtIndex:[[ends objectForKey:name] intValue]] addObject:link];
  [link observePath:@"next.value" of:[ways objectForKey:name]];
}

- (void)step:(NSArray *)words {
  NSString *what = [words objectAtIndex:0];
  int first = [[words objectAtIndex:1] intValue];
  if ([what isEqual:@"prop"]) {
    [properties addObject:[[Thing new] autorelease]];
    [observers addObject:[NSMutableArray array]];
    [self write:[[words objectAtIndex:4] intValue] to:first];
  } else if ([what isEqual:@"set"]) {
    [self write:[[words objectAtIndex:2] intValue] to:first];
  } else if ([what isEqual:@"batch"]) {
    for (NSString *pair in [words subarrayWithRange:NSMakeRange(1, [words count] - 1)]) {
      NSArray *parts = [pair componentsSeparatedByString:@"="];
      [self write:[[parts objectAtIndex:1] intValue] to:[[parts objectAtIndex:0] intValue]];
    }
  } else if ([what isEqual:@"way"]) {
    NSString *name = [words objectAtIndex:1];
    [ways setObject:[[Way new] autorelease] forKey:name];
    [walkers setObject:[NSMutableArray array] forKey:name];
    [self point:name at:[words objectAtIndex:2]];
  } else if ([what isEqual:@"point"]) {
    if ([ways objectForKey:[words objectAtIndex:1]])
      [self point:[words objectAtIndex:1] at:[words objectAtIndex:2]];
  } else if ([what isEqual:@"unbind"]) {
    [[self link:first] end];
  } else {
    [self make:[[[Link alloc] initIn:self as:words] autorelease] of:words];
  }
}

// A link passes its first value before it observes.
- (void)make:(Link *)link of:(NSArray *)words {
  NSString *what = [words objectAtIndex:0];
  NSString *third = [words objectAtIndex:2];
  [links setObject:link forKey:[NSNumber numberWithInt:[[words objectAtIndex:1] intValue]]];
  if ([what isEqual:@"obs"]) {
    [link observe:[third intValue]];
  } else if ([what isEqual:@"prior"]) {
    [link observe:[third intValue] prior:YES];
  } else if ([what isEqual:@"walk"]) {
    [self walk:link by:third];
  } else if ([what isEqual:@"dep"]) {
    [link observePath:[[words objectAtIndex:3] intValue] == 1 ? @"twice" : @"quad"
                   of:[properties objectAtIndex:[third intValue]]];
  } else if ([what isEqual:@"join"]) {
    [link join];
    for (NSString *source in [third componentsSeparatedByString:@","])
      [link observe:[source intValue]];
  } else {
    int left = [[words objectAtIndex:3] intValue], right = [[words objectAtIndex:4] intValue];
    [link pass:third from:left to:right];
    [link observe:left];
    if ([what isEqual:@"both"]) [link observe:right];
  }
}

- (void)run:(NSArray *)steps {
  for (unsigned number = 0; number < [steps count]; number++) {
    printf("step %u\n", number);
    logged = 0;
    [self step:[steps objectAtIndex:number]];
    printf("=");
    for (Thing *thing in properties) printf(" %ld", [thing value]);
    puts("");
  }
}
@end

int main(void) {
  NSAutoreleasePool *pool = [NSAutoreleasePool new];
  NSData *input = [[NSFileHandle fileHandleWithStandardInput] readDataToEndOfFile];
  NSString *text = [[[NSString alloc] initWithData:input
                                          encoding:NSUTF8StringEncoding] autorelease];
  NSMutableArray *steps = [NSMutableArray array];
  for (NSString *line in [text componentsSeparatedByString:@"\n"]) {
    NSArray *words = [line componentsSeparatedByString:@" "];
    if ([[words objectAtIndex:0] isEqual:@"scenario"]) {
      puts([line UTF8String]);
      fflush(stdout);
      [steps removeAllObjects];
    } else if ([line isEqual:@"end"]) {
      // In a process of its own, which can be ended in the middle.
      pid_t child = fork();
      if (child == 0) {
        [[Run new] run:steps];
        fflush(stdout);
        _exit(0);
      }
      int status = 0;
      waitpid(child, &status, 0);
      if (status != 0) return 1;
    } else if ([line length] > 0) {
      [steps addObject:words];
    }
  }
  [pool release];
  return 0;
}
