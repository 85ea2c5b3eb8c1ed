import { expect, test } from "vitest";
import { createPasswordHasher } from "./passwords.ts";

const passwords = createPasswordHasher();

test("a password is stored as argon2id with its cost and its own salt", async () => {
  const [one, other] = await Promise.all([passwords.hash("correct horse"), passwords.hash("correct horse")]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(one).not.toBe(other);
  expect(await passwords.isSame("correct horse", one, "known")).toBe(true);
  expect(await passwords.isSame("correct horsf", one, "known")).toBe(false);
  expect(await passwords.isSame("", one, "known")).toBe(false);
});

test("a hash with a different cost is verified at its own cost", async () => {
  // From the reference implementation: argon2 -id -t 3 -m 12 -p 1.
  const hash = "$argon2id$v=19$m=4096,t=3,p=1$c29tZXNhbHQxMjM0NQ$";
  expect(await passwords.isSame("password", `${hash}${"A".repeat(43)}`, "known")).toBe(false);
});

test("without a hash no password matches, and the check still takes an argon2", async () => {
  const timed = async (hash: string | null) => {
    const begun = performance.now();
    expect(await passwords.isSame("wrong password", hash, "stranger")).toBe(false);
    return performance.now() - begun;
  };
  const stored = await passwords.hash("some password");
  const known: number[] = [];
  const unknown: number[] = [];
  for (let i = 0; i < 9; i++) {
    known.push(await timed(stored));
    unknown.push(await timed(null));
  }
  const middle = (times: number[]) => times.sort((a, b) => a - b)[4] ?? 0;
  // A loose bound: without the dummy hash, nearly all of the time would be saved.
  expect(middle(unknown)).toBeGreaterThan(middle(known) / 3);
});

test("a letter with two Unicode forms is one password character", async () => {
  expect(await passwords.isSame("cafe\u0301 au lait", await passwords.hash("café au lait"), "known")).toBe(
    true,
  );
});

test("known operators need not wait for strangers' sign-ins, however many", async () => {
  let done = 0;
  const flood = Array.from({ length: 30 }, async () => {
    // On a busy machine the last ones time out.
    await passwords
      .isSame("guess", null, "stranger")
      .catch((error) => expect(error.code).toBe("UNAVAILABLE"));
    done += 1;
  });
  const stored = await passwords.hash("some password");
  expect(await passwords.isSame("some password", stored, "known")).toBe(true);
  expect(done).toBeLessThan(30);
  await Promise.all(flood);
});
