import { Ajv2020 } from "ajv/dist/2020.js";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import { expect, test } from "vitest";
import { describeMisfit } from "./describe-misfit.ts";

// The validators themselves say what does not fit.
const ajv = new Ajv2020({ strict: false, formats: { date: /^\d{4}-\d\d-\d\d$/ } });

test.each([
  [{ type: "string" }, 5, "must be a string"],
  [{ type: ["integer", "null"] }, "5", "must be an integer or null"],
  [{ type: "boolean" }, "yes", "must be true or false"],
  [{ type: "array" }, {}, "must be a list"],
  [{ type: "object" }, [], "must be an object"],
  [{ enum: ["a", "b"] }, "c", "must be one of a, b"],
  [{ enum: ["a", 1, null, {}] }, "c", "must be one of a, 1, null, {}"],
  [{ minimum: 1 }, 0, "must be at least 1"],
  [{ maximum: 5 }, 6, "must be at most 5"],
  [{ exclusiveMinimum: 1 }, 1, "must be more than 1"],
  [{ exclusiveMaximum: 5 }, 5, "must be less than 5"],
  [{ multipleOf: 5 }, 6, "must be a multiple of 5"],
  [{ minLength: 1 }, "", "must not be empty"],
  [{ minLength: 3 }, "ab", "must have at least 3 characters"],
  [{ maxLength: 3 }, "abcd", "must have at most 3 characters"],
  [{ minItems: 1 }, [], "must not be empty"],
  [{ maxItems: 1 }, [1, 2], "must have at most 1 entry"],
  [{ minProperties: 1 }, {}, "must not be empty"],
  [{ minProperties: 2 }, { a: 1 }, "must have at least 2 fields"],
  [{ maxProperties: 1 }, { a: 1, b: 1 }, "must have at most 1 field"],
  [{ const: 5 }, 6, "must be 5"],
  [{ const: "5" }, 5, 'must be "5"'],
  [{ const: "" }, 5, 'must be ""'],
  [{ const: "a".repeat(200) }, null, "must be the one value that is allowed"],
  [{ required: ["id"] }, {}, 'must have "id"'],
  [{ uniqueItems: true }, [1, 1], "must not have the same entry twice"],
  [{ format: "date" }, "yesterday", "must be a valid date"],
  [{ oneOf: [{}, { minimum: 1 }] }, 1, "must have only one of the forms that are allowed, and has several"],
  [{ not: {} }, 1, "must not have the form that is excluded"],
  [{ properties: { a: false } }, { a: 1 }, "must be left out"],
])("what does not fit %j is said in words", (schema, value, clause) => {
  const validate = ajv.compile(schema);
  expect(validate(value)).toBe(false);
  expect(validate.errors?.map(describeMisfit)).toEqual([clause]);
});

test.each(["anyOf", "oneOf"])("an %s of which nothing fits comes after what each branch says", (choice) => {
  const validate = ajv.compile({ [choice]: [{ type: "string" }, { type: "null" }] });
  expect(validate(5)).toBe(false);
  const clauses = ["must be a string", "must be null", "must have one of the forms that are allowed"];
  expect(validate.errors?.map(describeMisfit)).toEqual(clauses);
});

test("TypeBox names all properties that are missing or not allowed, and what a constant is", () => {
  const shape = Compile(Type.Object({ id: Type.String(), kind: Type.Literal("tool"), a: Type.Null() }));
  const names = Compile({ type: "object", propertyNames: { maxLength: 1 } });
  expect(names.Errors({ a: 1, bc: 2, de: 3 }).map(describeMisfit).at(-1)).toBe('must not have "bc" and "de"');
  expect(shape.Errors({}).map(describeMisfit)).toEqual(['must have "id", "kind", and "a"']);
  expect(shape.Errors({ id: "a", kind: "b", a: null }).map(describeMisfit)).toEqual(['must be "tool"']);
});
