import { expect, test } from 'vitest';
import { type Clock, createPatientClock } from '../src/clock.ts';

/** A clock whose timers are run only when somebody comes to look, as those of a process that is held up. */
class HeldClock implements Clock {
  #now = 0;
  #timers: { readonly at: number; readonly callback: () => void }[] = [];

  readonly now = () => this.#now;
  readonly date = () => new Date(this.#now);

  readonly after = (ms: number, callback: () => void) => {
    const timer = { at: this.#now + ms, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer);
    };
  };

  get waiting() {
    return this.#timers.length;
  }

  /** Holds the process up for so many milliseconds, and then runs once what has come due. */
  hold(ms: number): void {
    this.#now += ms;
    const due = this.#timers.filter(({ at }) => at <= this.#now).toSorted((one, other) => one.at - other.at);
    for (const timer of due) {
      if (!this.#timers.includes(timer)) continue;
      this.#timers = this.#timers.filter((each) => each !== timer);
      timer.callback();
    }
  }

  /** Lets time pass for a process that is not held up. */
  pass(ms: number): void {
    for (let passed = 0; passed < ms; passed += 1) this.hold(1);
  }
}

function start(ms: number) {
  const clock = new HeldClock();
  const patient = createPatientClock(clock);
  let isOver = false;
  const cancel = patient.after(ms, () => {
    isOver = true;
  });
  return { clock, patient, cancel, isOver: () => isOver };
}

test('a wait takes as long as it was told to, where nothing holds the process up', () => {
  const { clock, isOver } = start(200);
  clock.pass(200);
  expect(isOver()).toBe(false);
  // Octets that came at the same time are read first.
  clock.pass(1);
  expect(isOver()).toBe(true);
  expect(clock.waiting).toBe(0);
});

test('while the process is held up, a wait goes on', () => {
  const { clock, patient, isOver } = start(200);
  clock.pass(100);
  clock.hold(10_000);
  expect(patient.now()).toBe(110);
  clock.pass(89);
  expect(isOver()).toBe(false);
  clock.pass(3);
  expect(isOver()).toBe(true);
});

test('a wait that would be over when the process was held up is not, before what has come was read', () => {
  const { clock, isOver } = start(200);
  clock.pass(199);
  clock.hold(10_000);
  expect(isOver()).toBe(false);
  clock.hold(1);
  expect(isOver()).toBe(true);
});

test('a process that is always held up waits longer, and not for ever', () => {
  const { clock, isOver } = start(200);
  for (let turn = 0; turn < 15; turn += 1) clock.hold(1_000);
  expect(isOver()).toBe(false);
  for (let turn = 0; turn < 8; turn += 1) clock.hold(1_000);
  expect(isOver()).toBe(true);
});

test('time in which nobody waits is no time in which the process was held up', () => {
  const { clock, patient, cancel } = start(200);
  cancel();
  cancel();
  expect(clock.waiting).toBe(0);
  clock.hold(10_000);
  expect(patient.now()).toBe(10_000);
  let isOver = false;
  patient.after(50, () => {
    isOver = true;
  });
  clock.pass(51);
  expect(isOver).toBe(true);
});

test('each of several waits has its own time', () => {
  const { clock, patient, isOver } = start(100);
  clock.pass(50);
  let isOtherOver = false;
  patient.after(100, () => {
    isOtherOver = true;
  });
  clock.pass(52);
  expect([isOver(), isOtherOver]).toEqual([true, false]);
  clock.pass(50);
  expect(isOtherOver).toBe(true);
  expect(clock.waiting).toBe(0);
});
