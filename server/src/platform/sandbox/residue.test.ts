// What a guest was given, made or printed is nowhere in the memory that the next one gets.
import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { createNewestCache } from "../newest-cache.ts";
import { type GuestRoom, openGuestRoom } from "./guest.ts";
import { receiveFetchReply, type StartFetch } from "./guest-inbox.ts";
import { applyLimitDefaults, type SandboxLimits } from "./limits.ts";
import { runJob } from "./perform-job.ts";
import { pulse, type SandboxJob } from "./protocol.ts";

const cells = () => new Int32Array(new SharedArrayBuffer(pulse.cells * Int32Array.BYTES_PER_ELEMENT));

/** Letters that Latin-1, UTF-8 and UTF-16 write in three ways; made at run time, so that no image holds them. */
function newSalt(): string {
  return `salt${randomBytes(9).toString("hex")}é${randomBytes(3).toString("hex")}`;
}

/** Whether the memory holds it in any form, or a part of it: the ends of texts may be overwritten. */
function holds(room: GuestRoom, salt: string): boolean {
  const memory = Buffer.from(room.engine.vm.memory.buffer);
  const texts = [salt, salt.slice(0, 12), salt.slice(10, 22), salt.slice(-6)];
  const forms = ["utf8", "utf16le", "latin1"] as const;
  return texts.some((text) => forms.some((form) => memory.includes(Buffer.from(text, form))));
}

async function perform(
  room: GuestRoom,
  rest: Partial<Omit<SandboxJob, "limits">> & { limits?: Partial<SandboxLimits> },
  startFetch: StartFetch = () => {},
) {
  const job: SandboxJob = {
    kind: "code",
    sources: [""],
    globalsJson: "{}",
    fetch: false,
    ...rest,
    limits: applyLimitDefaults({ wallMs: 60_000, cpuMs: 20_000, ...rest.limits }),
  };
  return runJob({ room, checks: createNewestCache(1), cells: cells(), startFetch }, job);
}

/** A room whose engine forgets nothing. */
function openForgetfulRoom(): GuestRoom {
  const opened = openGuestRoom();
  opened.engine = Object.create(opened.engine, { restore: { value: () => {} } });
  return opened;
}

const room = openGuestRoom();
const pristine = Buffer.from(room.engine.vm.memory.buffer.slice(0));
let salt: string;

beforeEach(() => {
  salt = newSalt();
});

/** Whether the memory is as it was before the first guest, and zero wherever it has grown. */
function isPristine(): boolean {
  const memory = Buffer.from(room.engine.vm.memory.buffer);
  const grown = memory.subarray(pristine.length);
  return memory.subarray(0, pristine.length).equals(pristine) && grown.equals(Buffer.alloc(grown.length));
}

function expectNothingLeft(): void {
  expect(holds(room, salt)).toBe(false);
  expect(isPristine()).toBe(true);
}

const uses: [string, (salt: string) => Parameters<typeof perform>[1]][] = [
  ["the text of code", (salt) => ({ sources: [`const text = "${salt}"; return text.length`] })],
  ["a comment of code", (salt) => ({ sources: [`/* ${salt} */ return 1`] })],
  ["code that does not parse", (salt) => ({ sources: [`return "${salt}" +;`] })],
  [
    "names",
    (salt) => ({ sources: [`globalThis["${salt}"] = 1; return Object.keys({ "${salt}": 1 }).length`] }),
  ],
  [
    "an input of 5 MB",
    (salt) => ({
      sources: ["return input.length"],
      globalsJson: JSON.stringify({ input: salt.repeat(200_000) }),
    }),
  ],
  [
    "many small values",
    (salt) => ({
      sources: ["return input.length"],
      globalsJson: JSON.stringify({
        input: Array.from({ length: 20_000 }, (_, n) => ({ [`${salt}${n}`]: `${n}${salt}` })),
      }),
    }),
  ],
  [
    "a result of 10 MB",
    (salt) => ({
      sources: [`return Array.from({ length: 400_000 }, () => input)`],
      globalsJson: JSON.stringify({ input: salt }),
      limits: { outputBytes: 2 ** 24, memoryMiB: 200 },
    }),
  ],
  ["wide characters", (salt) => ({ sources: [`return ("${salt}" + "😀").repeat(1000).length`] })],
  ["bytes", (salt) => ({ sources: [`return new TextEncoder().encode("${salt}".repeat(50_000)).length`] })],
  [
    "lines that are printed",
    (salt) => ({ sources: [`console.log("${salt}"); console.error(new Error("${salt}"))`] }),
  ],
  ["an error that is thrown", (salt) => ({ sources: [`throw new Error("${salt}")`] })],
  [
    "regular expressions",
    (salt) => ({ sources: [`return /(${salt})+/.exec("${salt}".repeat(9))[1].length`] }),
  ],
  ["deep recursion", (salt) => ({ sources: [`const f = (text) => f(text + "${salt}") + 1; return f("")`] })],
  [
    "a time limit",
    (salt) => ({
      sources: [`const all = []; for (;;) all[all.length % 5000] = "${salt}" + all.length`],
      limits: { cpuMs: 60 },
    }),
  ],
  [
    "a wait that ends with wall time",
    (salt) => ({
      sources: [
        `globalThis.kept = "${salt}"; setTimeout(() => {}, 60_000); await fetch("https://h.test/${salt}")`,
      ],
      fetch: true,
      limits: { wallMs: 50 },
    }),
  ],
  [
    "the limit of memory",
    (salt) => ({
      sources: [`const all = []; for (;;) all.push("${salt}" + all.length)`],
      limits: { memoryMiB: 8 },
    }),
  ],
  [
    "one allocation that is refused",
    (salt) => ({ sources: [`const kept = "${salt}".repeat(1000); new Uint8Array(2 ** 30); return kept`] }),
  ],
  [
    "promises that are left behind",
    (salt) => ({
      sources: [
        `for (let n = 0; n < 5000; n++) Promise.resolve("${salt}" + n).then((text) => text + n); return 1`,
      ],
    }),
  ],
  [
    "expressions",
    (salt) => ({
      kind: "expressions",
      sources: [`input + "${salt}"`, "input.repeat(9)", "input.", "input.none.x", "({ input })"],
      globalsJson: JSON.stringify({ input: salt }),
    }),
  ],
  [
    "an expression that never ends among others",
    (salt) => ({
      kind: "expressions",
      sources: ["(() => { while (true) input += 1; })()", "input"],
      globalsJson: JSON.stringify({ input: salt }),
      limits: { cpuMs: 60 },
    }),
  ],
  [
    "code that is only checked",
    (salt) => ({ kind: "check-code", sources: [`return "${salt}"`, `"${salt}`] }),
  ],
  [
    "expressions that are only checked",
    (salt) => ({ kind: "check-expression", sources: [`"${salt}".length`, `{ ${salt}`] }),
  ],
];

describe("nothing remains of", () => {
  test.each(uses)("%s", async (_name, use) => {
    await perform(room, use(salt));
    expectNothingLeft();
  });

  test("answers to its requests, and of what it sent", async () => {
    const response = { status: 200, headers: { "x-salt": salt }, body: salt.repeat(1000) };
    const startFetch: StartFetch = (id) => {
      setImmediate(() => room.guest && receiveFetchReply(room.guest.inbox, id, { response }));
    };
    const sources = [
      `const r = await fetch("https://h.test", { method: "POST", body: "${salt}" }); return (await r.text()).length`,
    ];
    const [ending] = await perform(room, { sources, fetch: true }, startFetch);
    expect(ending).toMatchObject({ ok: true, json: String(salt.length * 1000) });
    expectNothingLeft();
  });
});

test("the search finds the same values if nothing is cleared", async () => {
  const names: string[] = [];
  for (const [name, use] of uses) {
    const forgetful = openForgetfulRoom();
    await perform(forgetful, use(salt));
    if (!holds(forgetful, salt)) names.push(name);
  }
  expect(names).toEqual([]);
});

test("memory that guests grew shrinks again, and never contains their data", async () => {
  const sources = ["return new Uint8Array(9 << 20).fill(65).length + input.length"];
  const sizes = new Set<number>();
  for (let guest = 0; guest < 5; guest++) {
    const [ending] = await perform(room, { sources, globalsJson: JSON.stringify({ input: salt }) });
    expect(ending).toMatchObject({ ok: true });
    expect(isPristine()).toBe(true);
    sizes.add(room.engine.vm.memory.buffer.byteLength);
  }
  expect(Math.max(...sizes)).toBeLessThanOrEqual(12 * 2 ** 20);
});
