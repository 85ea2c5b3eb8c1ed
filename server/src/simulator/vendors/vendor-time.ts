import type { Mock, MockVendor, TriggerCase } from "../../../../connectors/mock-vendor.ts";

/**
 * An imitation whose own code reads the time of `now`, in milliseconds, and not that of the machine. Imitations say `Date`,
 * and everything they do is synchronous: nothing else runs while it is replaced (D572).
 */
export function setVendorTime(vendor: MockVendor, now: () => number): MockVendor {
  const { triggers } = vendor;
  return {
    ...vendor,
    create: () => setMockTime(runAt(now, vendor.create), now),
    ...(triggers && { triggers: triggers.map((trigger) => setTriggerTime(trigger, now)) }),
  };
}

function setMockTime(mock: Mock, now: () => number): Mock {
  return {
    // Some have calls of their own that make things happen.
    ...mock,
    answer: (request) => runAt(now, () => mock.answer(request)),
    limited: () => runAt(now, () => mock.limited()),
    hooks: () => mock.hooks?.() ?? [],
  };
}

function setTriggerTime(trigger: TriggerCase, now: () => number): TriggerCase {
  if (trigger.kind === "poll")
    return { ...trigger, happen: (mock) => runAt(now, () => trigger.happen(mock)) };
  const { challenge, missed } = trigger;
  return {
    ...trigger,
    delivery: (hook) => runAt(now, () => trigger.delivery(hook)),
    ...(challenge && {
      challenge: { ...challenge, delivery: (hook) => runAt(now, () => challenge.delivery(hook)) },
    }),
    ...(missed && { missed: { ...missed, happen: (mock) => runAt(now, () => missed.happen(mock)) } }),
  };
}

function runAt<Result>(now: () => number, run: () => Result): Result {
  const MachineDate = globalThis.Date;
  globalThis.Date = new Proxy(MachineDate, {
    construct: (target, values) =>
      values.length === 0 ? new target(now()) : Reflect.construct(target, values),
    get: (target, name, receiver) => (name === "now" ? now : Reflect.get(target, name, receiver)),
  });
  try {
    return run();
  } finally {
    globalThis.Date = MachineDate;
  }
}
