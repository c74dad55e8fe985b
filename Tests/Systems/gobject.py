#!/usr/bin/python3
"""Runs scenarios with GLib's GBinding; README.md has the format."""

import gc
import os
import sys

from gi.repository import GObject

LIMIT = 3000
MEMBERS = ("a", "b", "c", "d")


class Thing(GObject.Object):
    a = GObject.Property(type=int, default=0)
    b = GObject.Property(type=int, default=0)
    c = GObject.Property(type=int, default=0)
    d = GObject.Property(type=int, default=0)


class Refusal(Exception):
    pass


def transform(text):
    name, *numbers = text.split(":")
    numbers = [int(number) for number in numbers]
    return {
        "copy": lambda v: v,
        "add": lambda v: v + numbers[0],
        "mod": lambda v: v % numbers[0],
        "clamp": lambda v: min(max(v, numbers[0]), numbers[1]),
        "neg": lambda v: -v,
    }[name]


class Run:
    def __init__(self):
        self.objects = {}
        self.properties = []
        self.links = {}
        self.logged = 0
        self.failed = False

    def log(self, line):
        print(line)
        self.logged += 1
        if self.logged >= LIMIT:
            # Nothing else ends an emission that restarts itself.
            print("runaway")
            sys.stdout.flush()
            os._exit(0)

    def is_alive(self, index):
        return self.properties[index][0] in self.objects

    def read(self, index):
        thing, member = self.properties[index]
        return self.objects[thing].get_property(member)

    def write(self, index, value):
        if self.is_alive(index):
            thing, member = self.properties[index]
            self.objects[thing].set_property(member, value)

    def passing(self, number, change):
        def pass_on(_, value):
            passed = change(value)
            self.log(f"fire #{number} {value}->{passed}")
            return passed

        return pass_on

    def bind(self, flags, number, way, back, source, target):
        source, source_member = self.properties[source]
        target, target_member = self.properties[target]
        self.links[number] = self.objects[source].bind_property(
            source_member, self.objects[target], target_member,
            flags | GObject.BindingFlags.SYNC_CREATE,
            self.passing(number, way), back and self.passing(number, back))

    def observe(self, number, index, action):
        name, *numbers = action.split(":")
        numbers = [int(text) for text in numbers]

        def observer(*_):
            value = self.read(index)
            self.log(f"obs #{number} {value}")
            if name == "own" and value < numbers[0]:
                self.write(index, value + 1)
            elif name == "top" and value > numbers[0]:
                self.write(index, numbers[0])
            elif name == "to":
                self.write(numbers[0], value + numbers[1])
            elif name == "low" and value < numbers[1]:
                self.write(numbers[0], value + 1)
            elif name == "fail" and value % numbers[0] == 0:
                raise Refusal()

        thing, member = self.properties[index]
        self.links[number] = (thing, self.objects[thing].connect("notify::" + member, observer))

    def unbind(self, number):
        link = self.links.pop(number, None)
        if isinstance(link, tuple):
            thing, handler = link
            if thing in self.objects:
                self.objects[thing].disconnect(handler)
        elif link and link.props.source and link.props.target:
            link.unbind()

    def release(self, index):
        gone = []
        self.objects[index].weak_ref(lambda: gone.append(True))
        del self.objects[index]
        # An error that was shown holds on to the frames it went through.
        sys.last_value = sys.last_traceback = sys.last_exc = None
        gc.collect()
        assert gone, "the object lives on"

    def batch(self, writes):
        pairs = [[int(number) for number in text.split("=")] for text in writes]
        thing = self.objects[self.properties[pairs[0][0]][0]]
        with thing.freeze_notify():
            for index, value in pairs:
                self.write(index, value)

    def step(self, words):
        what = words[0]
        if what == "prop":
            self.properties.append((int(words[2]), MEMBERS[int(words[3])]))
            self.objects.setdefault(int(words[2]), Thing())
            self.write(int(words[1]), int(words[4]))
        elif what == "bind":
            self.bind(
                GObject.BindingFlags.DEFAULT, int(words[1]), transform(words[2]), None,
                int(words[3]), int(words[4]))
        elif what == "both":
            self.bind(
                GObject.BindingFlags.BIDIRECTIONAL, int(words[1]), transform(words[2]),
                transform(words[2].replace(":", ":-")), int(words[3]), int(words[4]))
        elif what == "obs":
            self.observe(int(words[1]), int(words[2]), words[3])
        elif what == "set":
            self.write(int(words[1]), int(words[2]))
        elif what == "batch":
            self.batch(words[1:])
        elif what == "unbind":
            self.unbind(int(words[1]))
        elif what == "release":
            self.release(int(words[1]))
        else:
            raise ValueError(what)

    def run(self, steps):
        def note(kind, error, trace):
            if not issubclass(kind, Refusal):
                sys.__excepthook__(kind, error, trace)
                os._exit(1)
            self.failed = True

        sys.excepthook = note
        for number, words in enumerate(steps):
            print(f"step {number}")
            self.logged = 0
            self.failed = False
            self.step(words)
            if self.failed:
                print("error")
            values = (
                str(self.read(index)) if self.is_alive(index) else "x"
                for index in range(len(self.properties)))
            print("=", *values)


def main():
    steps = []
    for line in sys.stdin:
        words = line.split()
        if words[0] == "scenario":
            print(*words)
            sys.stdout.flush()
            steps = []
        elif words[0] == "end":
            # In a process of its own, which can be ended in the middle.
            child = os.fork()
            if child == 0:
                Run().run(steps)
                sys.stdout.flush()
                os._exit(0)
            if os.waitpid(child, 0)[1] != 0:
                sys.exit(1)
        else:
            steps.append(words)


main()
