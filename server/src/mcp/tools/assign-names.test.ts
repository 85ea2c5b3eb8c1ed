import { expect, test } from "vitest";
import { chooseToolNames } from "./assign-names.ts";

const HASHED = expect.stringMatching(/^sync_[0-9a-f]{6}$/);

test("a name that two tools would get goes to neither, in any order", () => {
  const [a, b, c] = [
    { id: "a", made: "sync" },
    { id: "b", made: "sync" },
    { id: "c", made: "other" },
  ];
  const [ofA, ofB, ofC] = chooseToolNames([a, b, c]);
  expect([ofA, ofB, ofC]).toEqual([HASHED, HASHED, "other"]);
  expect(ofA).not.toBe(ofB);
  expect(chooseToolNames([c, b, a])).toEqual([ofC, ofB, ofA]);
});

test("a given name is used by no other tool, in any order", () => {
  const made = { id: "a", made: "sync" };
  const given = { id: "b", given: "sync", made: "b" };
  expect(chooseToolNames([made, given])).toEqual([HASHED, "sync"]);
  expect(chooseToolNames([given, made])).toEqual(["sync", HASHED]);
});

test("the same tool under the same name is one tool; unnamed tools do not take it", () => {
  const one = { id: "a", made: "sync" };
  expect(
    chooseToolNames([one, { id: "b" }, one, { ...one, given: "sync" }, { ...one, given: "two" }]),
  ).toEqual(["sync", undefined, undefined, undefined, "two"]);
});

const OFFERED = [
  { id: "a", made: "sync" },
  { id: "b", given: "pay", made: "b" },
];

test("a reserved tool's name is used by no other tool, given or generated, whether that tool is present or not", () => {
  const wantsMade = { id: "x", given: "sync", made: "x" };
  const wantsGiven = { id: "y", given: "pay", made: "y" };
  const isCalledSo = { id: "z", made: "sync" };
  const own = [wantsMade, wantsGiven, isCalledSo];
  expect(chooseToolNames(own, OFFERED)).toEqual(["x", "y", HASHED]);
  expect(chooseToolNames([...own, ...OFFERED], OFFERED)).toEqual(["x", "y", HASHED, "sync", "pay"]);
});

test("reserved tools keep their names, whatever is added or removed", () => {
  const twins = [
    { id: "a", made: "sync" },
    { id: "b", made: "sync" },
  ];
  const [ofA, ofB] = chooseToolNames(twins);
  expect(chooseToolNames(twins.slice(1), twins)).toEqual([ofB]);
  const thief = { id: "x", given: ofA, made: "x" };
  expect(chooseToolNames([thief, { id: "y", made: "sync" }, ...twins], twins)).toEqual([
    "x",
    HASHED,
    ofA,
    ofB,
  ]);
});

test("a workflow is the same one by its id and its alias", () => {
  const offered = { id: "alias", same: "1", made: "sync" };
  expect(chooseToolNames([{ id: "1", same: "1", made: "sync" }], [offered])).toEqual(["sync"]);
  expect(chooseToolNames([{ id: "2", same: "2", made: "sync" }], [offered])).toEqual([HASHED]);
});
