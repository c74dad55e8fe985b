// Runs scenarios with Knockout; README.md has the format.
'use strict';

const ko = require('/usr/share/nodejs/knockout');

const LIMIT = 3000;

class Runaway extends Error {}
class Refusal extends Error {}

function mod(value, divisor) {
  return ((value % divisor) + divisor) % divisor;
}

function transform(text) {
  const [name, first, second] = text.split(':');
  const [k, high] = [Number(first), Number(second)];
  return {
    copy: (v) => v,
    add: (v) => v + k,
    mod: (v) => mod(v, k),
    clamp: (v) => Math.min(Math.max(v, k), high),
    neg: (v) => 0 - v,
    half: (v) => Math.trunc(v / 2),
  }[name];
}

class Run {
  constructor(output) {
    this.output = output;
    this.properties = [];
    this.links = new Map();
    this.logged = 0;
  }

  log(line) {
    this.output.push(line);
    this.logged += 1;
    if (this.logged >= LIMIT) throw new Runaway();
  }

  read(index) {
    return this.properties[index].peek();
  }

  write(index, value) {
    this.properties[index](value);
  }

  // Passes what Knockout hands over, which may be old by then.
  bind(number, change, source, target) {
    const pass = (value) => {
      const passed = change(value);
      this.log(`fire #${number} ${value}->${passed}`);
      this.write(target, passed);
    };
    pass(this.read(source));
    return this.properties[source].subscribe(pass);
  }

  both(number, text, left, right) {
    const k = text === 'copy' ? 0 : Number(text.split(':')[1]);
    const toRight = (value) => this.pass(number, value, right, k);
    const toLeft = (value) => this.pass(number, value, left, -k);
    toRight(this.read(left));
    const first = this.properties[left].subscribe(toRight);
    const second = this.properties[right].subscribe(toLeft);
    return {
      dispose() {
        first.dispose();
        second.dispose();
      },
    };
  }

  pass(number, value, target, k) {
    this.log(`fire #${number} ${value}->${value + k}`);
    this.write(target, value + k);
  }

  sum(sources) {
    return mod(sources.reduce((sum, index) => sum + this.properties[index](), 0), 1000);
  }

  // A sum, also with a number and a divisor, or a choice, which reads the one or the other.
  value(formula) {
    const [test, even, odd] = formula.split(/[?:]/).map(Number);
    const [, terms, add, divisor] = formula.match(/^(.*)\+(.*)%(.*)$/) ?? [];
    if (terms !== undefined) {
      const sources = terms.split(',').filter((source) => source !== '').map(Number);
      const sum = sources.reduce((sum, index) => sum + this.properties[index](), Number(add));
      return Number(divisor) > 0 ? sum % Number(divisor) : sum;
    }
    if (odd === undefined) return this.sum(formula.split(',').map(Number));
    return this.properties[test]() % 2 === 0 ? this.properties[even]() : this.properties[odd]();
  }

  // One subscription for each source, as a binding by hand with several sources has.
  join(number, sources, target) {
    const pass = () => {
      const sum = this.sum(sources);
      this.log(`fire #${number} ->${sum}`);
      this.write(target, sum);
    };
    pass();
    const subscriptions = sources.map((source) => this.properties[source].subscribe(pass));
    return { dispose: () => subscriptions.forEach((subscription) => subscription.dispose()) };
  }

  observe(number, index, action) {
    const [name, ...texts] = action.split(':');
    const numbers = texts.map(Number);
    return this.properties[index].subscribe((value) => {
      this.log(`obs #${number} ${value}`);
      if (name === 'own' && value < numbers[0]) this.write(index, value + 1);
      else if (name === 'top' && value > numbers[0]) this.write(index, numbers[0]);
      else if (name === 'to') this.write(numbers[0], value + numbers[1]);
      else if (name === 'low' && value < numbers[1]) this.write(numbers[0], value + 1);
      else if (name === 'end') this.links.get(numbers[0])?.dispose();
      else if (name === 'fail' && value % numbers[0] === 0) throw new Refusal();
    });
  }

  step(words) {
    const numbers = words.map(Number);
    const sources = () => words[2].split(',').map(Number);
    switch (words[0]) {
      case 'prop':
        this.properties.push(ko.observable(numbers[4]));
        break;
      case 'comp':
        this.properties.push(ko.computed(() => this.value(words[2])));
        break;
      case 'bind':
        this.links.set(
          numbers[1], this.bind(numbers[1], transform(words[2]), numbers[3], numbers[4]));
        break;
      case 'both':
        this.links.set(numbers[1], this.both(numbers[1], words[2], numbers[3], numbers[4]));
        break;
      case 'join':
        this.links.set(numbers[1], this.join(numbers[1], sources(), numbers[3]));
        break;
      case 'obs':
        this.links.set(numbers[1], this.observe(numbers[1], numbers[2], words[3]));
        break;
      case 'set':
        this.write(numbers[1], numbers[2]);
        break;
      case 'batch':
        words.slice(1).map((pair) => pair.split('=').map(Number))
          .forEach(([index, value]) => this.write(index, value));
        break;
      case 'unbind':
        this.links.get(numbers[1])?.dispose();
        break;
      default:
        throw new Error(words[0]);
    }
  }

  run(steps) {
    for (const [number, words] of steps.entries()) {
      this.output.push(`step ${number}`);
      this.logged = 0;
      try {
        this.step(words);
      } catch (error) {
        if (error instanceof Runaway || error instanceof RangeError) {
          this.output.push('runaway');
          return;
        }
        if (!(error instanceof Refusal)) throw error;
        this.output.push('error');
      }
      this.output.push(['=', ...this.properties.map((property) => property.peek())].join(' '));
    }
  }
}

let steps = [];
const output = [];
for (const line of require('fs').readFileSync(0, 'utf8').split('\n')) {
  const words = line.split(' ');
  if (words[0] === 'scenario') {
    output.push(line);
    steps = [];
  } else if (words[0] === 'end') {
    new Run(output).run(steps);
  } else if (line !== '') {
    steps.push(words);
  }
}
process.stdout.write(output.join('\n') + '\n');
