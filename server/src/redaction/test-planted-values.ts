import { createSeededRandom } from "../../test/seeded-random.ts";

/** Personal data that is planted, and where each value was planted. */
export interface PlantedValues {
  /** The place by value. */
  readonly values: ReadonlyMap<string, string>;
  /** An object with a new value of each kind: four that are known by their form, and three by pattern, key and path. */
  object(place: string): {
    email: string;
    paid_with: string;
    call: string;
    account: string;
    customer: string;
    date_of_birth: string;
    person: { name: string };
  };
  /** A sentence with a new value of each kind that is known by its form, or by a pattern. */
  text(place: string): string;
}

/** The rules that redact all of it. */
export const PLANTED_RULES = [
  { kind: "email" },
  { kind: "card" },
  { kind: "phone" },
  { kind: "iban" },
  { pattern: "CUST-[0-9]{8}" },
  { key: "date_of_birth" },
  { path: "/person/name" },
];

/** Plants values that differ by seed. */
export function createPlantedValues(seed: number): PlantedValues {
  const random = createSeededRandom(seed);
  const values = new Map<string, string>();
  const digits = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 10)).join("");
  const word = (length: number) =>
    Array.from({ length }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join("");
  const plant = (place: string, kind: string, value: string) => {
    if (values.has(value)) throw new Error(`The seed makes ${value} twice.`);
    values.set(value, `${kind} in ${place}`);
    return value;
  };
  const email = (place: string) => plant(place, "email", `${word(8)}.${word(6)}@${word(9)}.example.com`);
  const card = (place: string) => plant(place, "card", withLuhn(`4${digits(14)}`));
  const phone = (place: string) => plant(place, "phone", `+49 1${digits(2)} ${digits(7)}`);
  const iban = (place: string) => plant(place, "iban", toGermanIban(digits(18)));
  const customer = (place: string) => plant(place, "pattern", `CUST-${digits(8)}`);
  return {
    values,
    object: (place) => ({
      email: email(place),
      paid_with: card(place),
      call: phone(place),
      account: iban(place),
      customer: customer(place),
      date_of_birth: plant(place, "key", `the ${digits(6)} day`),
      person: { name: plant(place, "path", `${word(7)} ${word(9)}`) },
    }),
    text: (place) =>
      `Wrote to ${email(place)}, paid ${card(place)}, called ${phone(place)} of ${iban(place)} for ${customer(place)}.`,
  };
}

function withLuhn(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

function toGermanIban(account: string): string {
  const check = 98n - (BigInt(`${account}131400`) % 97n);
  return `DE${String(check).padStart(2, "0")}${account}`;
}
