import { describe, expect, test } from "vitest";
import { findSecrets, spellings } from "../../../test/find-secrets.ts";
import { createMessageRedactor } from "./redact-message.ts";

const SECRET = 'p+a/s"s=wörd 0123';
const KIB_16 = 16 * 1024;
const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };

const redactor = (mostBytes = KIB_16) => createMessageRedactor({ secrets: [SECRET] }, mostBytes);
const bodyOf = (text: string | Buffer, type?: string, mostBytes?: number) =>
  redactor(mostBytes).message(type === undefined ? {} : { "content-type": type }, text).body;
const expectNone = (text: string) => expect(findSecrets({ SECRET }, new Map([["text", text]]))).toEqual([]);

describe("a URL", () => {
  test("loses values under names of secrets, and the secret in any spelling and place", () => {
    const { url } = redactor();
    expect(url("https://a.example.com/v1/items?page=2&api_key=abc&key=AIx&q=b")).toBe(
      "https://a.example.com/v1/items?page=2&api_key=[redacted]&key=[redacted]&q=b",
    );
    for (const name of [
      "access_token",
      "sig",
      "X-Amz-Signature",
      "subscription-key",
      "code",
      "clientSecret",
      "auth",
    ])
      expect(url(`https://a.example.com/?${name}=abc`), name).toBe(
        `https://a.example.com/?${name}=[redacted]`,
      );
    for (const spelling of spellings(SECRET)) {
      expectNone(url(`https://a.example.com/bot${encodeURI(spelling)}/send`));
      expectNone(url(`https://a.example.com/?a=${encodeURIComponent(spelling)}&b=1`));
      expectNone(
        url(`https://a.example.com/?next=${encodeURIComponent(`/x?a=${encodeURIComponent(spelling)}`)}`),
      );
      expectNone(url(`https://a.example.com/#a=${encodeURIComponent(spelling)}`));
    }
    // Encoded otherwise than any library does it.
    const every = [...Buffer.from(SECRET)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
    expect(url(`https://a.example.com/${every}/b`)).toBe("https://a.example.com/[redacted]/b");
    expect(url(`https://a.example.com/b?c=${every}`)).toBe("https://a.example.com/b?c=[redacted]");
  });

  test("a secret of several parts of a path is found", () => {
    const { url } = createMessageRedactor({ secrets: ["T0123/B4567/abcdef"] }, 0);
    expect(url("https://hooks.example.com/T0123/%424567/abcdef")).toBe(
      "https://hooks.example.com/[redacted]",
    );
  });

  test("a long one is cut after it was redacted", () => {
    const { url } = redactor();
    const around = "x".repeat(1990);
    expect(url(`https://a.example.com/${around}${encodeURIComponent(SECRET)}${"y".repeat(50_000)}`)).toMatch(
      /^.{1000,2000}…$/s,
    );
    for (const length of [1950, 1970, 1977, 1985, 10_100, 10_160, 10_170])
      for (const part of ["%2Fs%22s", "p%2Ba"])
        expect(
          url(`https://a.example.com/${"x".repeat(length)}${encodeURIComponent(SECRET)}yyy`),
        ).not.toContain(part);
  });
});

describe("headers", () => {
  test("only harmless ones are shown, and none with the secret", () => {
    const { headers } = redactor().message(
      {
        Authorization: "Bearer abcdefgh",
        "X-Api-Key": "k",
        "x-anything": "1",
        Cookie: "a=b",
        "set-cookie": "sid=1",
        Accept: "application/json",
        "x-ratelimit-remaining": "7",
        "x-request-id": "req-1",
        "x-github-api-version": "2022-11-28",
        "x-powered-by": "Express",
        "access-control-allow-origin": `https://${SECRET}.example.com`,
        "user-agent": `Junctor ${SECRET}`,
        location: `https://app.example.com/back?state=1&token=abc#access_token=abc&a=${encodeURIComponent(SECRET)}`,
        link: `<https://a.example.com/?page=2&access_token=abc>; rel="next"`,
      },
      undefined,
    );
    expect(headers).toEqual({
      authorization: "[redacted]",
      "x-api-key": "[redacted]",
      "x-anything": "[redacted]",
      cookie: "[redacted]",
      "set-cookie": "[redacted]",
      accept: "application/json",
      "x-ratelimit-remaining": "7",
      "x-request-id": "req-1",
      "x-github-api-version": "2022-11-28",
      "x-powered-by": "Express",
      "access-control-allow-origin": "https://[redacted].example.com",
      "user-agent": "Junctor [redacted]",
      location: "https://app.example.com/back?state=1&token=[redacted]#access_token=[redacted]&a=[redacted]",
      link: '<https://a.example.com/?page=2&access_token=[redacted]>; rel="next"',
    });
  });

  test("of many and long ones the first are kept", () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`x-${n}-id`, "a"]));
    const { headers } = redactor().message({ etag: "e".repeat(9000), ...many }, undefined);
    expect(Object.keys(headers)).toHaveLength(40);
    expect(headers.etag).toBe(`${"e".repeat(500)}…`);
  });
});

test("headers of HTTP itself, and short names, lose a known secret too", () => {
  const { headers } = redactor().message({ "content-type": `a/b; c=${SECRET}`, [SECRET]: "1" }, undefined);
  expectNone(JSON.stringify(headers));
  expect(headers["content-type"]).toBe("a/b; c=[redacted]");
  expect(redactor().message({ "content-type": `a/b; c=${SECRET}` }, "text").body?.type).toBe(
    "a/b; c=[redacted]",
  );
});

describe("a body", () => {
  test("of JSON keeps its writing, but for secrets and what stands under names of secrets", () => {
    const text = `{ "id": 12345678901234567890, "total_tokens": 7, "api_key": "abc\\"d",\n "credentials": {"user": "u", "n": [1, true, null]},
      "headers": [{"name": "Authorization", "value": "x"}, {"name": "Accept", "value": "y"}], "note": "a \\u0041", "password": 1234 }`;
    expect(
      bodyOf(text, "application/json")?.text,
    ).toBe(`{ "id": 12345678901234567890, "total_tokens": 7, "api_key": "[redacted]",\n "credentials": {"user": "[redacted]", "n": ["[redacted]", true, null]},
      "headers": [{"name": "Authorization", "value": "[redacted]"}, {"name": "Accept", "value": "y"}], "note": "a \\u0041", "password": "[redacted]" }`);
  });

  test("in which each spelling of the secret stands, in each kind of text, loses it", () => {
    const escaped = [...SECRET]
      .map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join("");
    expect(bodyOf(`{"said":"your ${escaped} is wrong"}`, "application/problem+json")?.text).toBe(
      '{"said":"your [redacted] is wrong"}',
    );
    for (const spelling of spellings(SECRET)) {
      expectNone(
        bodyOf(
          JSON.stringify({ deep: [{ said: `bad ${spelling}!` }], [`a ${spelling}`]: 1 }),
          "application/json",
        )?.text ?? "",
      );
      expectNone(bodyOf(JSON.stringify(JSON.stringify({ said: spelling })), "application/json")?.text ?? "");
      expectNone(
        bodyOf(`a=${encodeURIComponent(spelling)}&b=2`, "application/x-www-form-urlencoded")?.text ?? "",
      );
      expectNone(bodyOf(`<p>${spelling}</p>`, "text/html")?.text ?? "");
      expectNone(bodyOf(`data: {"a":${JSON.stringify(spelling)}}\n\n`, "text/event-stream")?.text ?? "");
      expectNone(bodyOf(`Not ${spelling}.`)?.text ?? "");
      expectNone(bodyOf(`<p>${spelling}</p>`, "application/json")?.text ?? "");
    }
    const utf16 = Buffer.from(`\ufeffNot ${SECRET}`, "utf16le");
    expect(bodyOf(utf16, "text/plain; charset=utf-16le")?.text).toBe("Not [redacted]");
  });

  test("of a form or XML loses values under names of secrets", () => {
    expect(
      bodyOf("user=ann&pass%77ord=abc&key=d&grant_type=x", "application/x-www-form-urlencoded")?.text,
    ).toBe("user=ann&pass%77ord=[redacted]&key=[redacted]&grant_type=x");
    expect(
      bodyOf(
        "<s:Body><n:password type='a'>pass</n:password><token><![CDATA[a<b]]></token><b>c</b></s:Body>",
        "text/xml",
      )?.text,
    ).toBe("<s:Body><n:password type='a'>[redacted]</n:password><token>[redacted]</token><b>c</b></s:Body>");
  });

  test("that is binary, or in several parts, keeps its type and size alone", () => {
    expect(bodyOf(Buffer.from([0xff, 0xd8, 0xff]), "image/jpeg")).toEqual({ bytes: 3, type: "image/jpeg" });
    expect(bodyOf(Buffer.from([0xff, 0xd8]))).toEqual({ bytes: 2 });
    expect(bodyOf(Buffer.from("--b\r\n\r\nabc"), "multipart/form-data; boundary=b")).toEqual({
      bytes: 10,
      type: "multipart/form-data; boundary=b",
    });
    expect(redactor().message({}, "").body).toBeUndefined();
  });

  test("is not kept where no bodies are", () => {
    expect(bodyOf('{"a":1}', "application/json", 0)).toEqual({ bytes: 7, type: "application/json" });
  });

  test("that is long is cut at 16 KiB, with its true size; no part of a secret is left at the cut", () => {
    const word = "wörd";
    for (const type of ["application/json", "text/plain"])
      for (let before = KIB_16 - 60; before < KIB_16 + 10; before += 1) {
        const text = `"${"x".repeat(before)}${JSON.stringify(SECRET).slice(1, -1)}${"y".repeat(KIB_16)}"`;
        const body = bodyOf(text, type);
        expect(body).toMatchObject({ bytes: Buffer.byteLength(text), isCut: true });
        expect(Buffer.byteLength(body?.text ?? "")).toBeLessThanOrEqual(KIB_16);
        expect(body?.text).not.toContain(word);
        expect(body?.text).not.toContain("p+a");
      }
    // What is searched ends within the secret, and what was redacted before makes the text shorter.
    const secrets = `${SECRET} `.repeat(800);
    for (let more = 0; more < 40; more += 1)
      expect(
        bodyOf(`${secrets}${"x".repeat(more)}${`${SECRET} `.repeat(2000)}`, "text/plain")?.text,
      ).not.toMatch(/p\+a|0123/);
  });

  test("that is cut hides values under names of secrets up to its end", () => {
    const long = `{"a":"${"x".repeat(KIB_16 + 7000)}","password":"${"z".repeat(5000)}`;
    expect(bodyOf(long, "application/json")?.text).not.toContain("z");
    const early = `{"password":"${"z".repeat(50_000)}"}`;
    expect(bodyOf(early, "application/json")?.text).not.toContain("z");
  });

  test("without a type is text if its beginning is", () => {
    for (const before of ["", "x", "xx", "xxx"])
      expect(bodyOf(Buffer.from(before + "\u{1f600}".repeat(KIB_16)))?.text).toMatch(/^x*(\u{1f600})+$/u);
  });

  test("a text that is as long as what is kept is whole", () => {
    expect(bodyOf("ö".repeat(KIB_16 / 2), "text/plain")).toEqual({
      bytes: KIB_16,
      type: "text/plain",
      text: "ö".repeat(KIB_16 / 2),
    });
    const cut = bodyOf("ö".repeat(KIB_16 / 2 + 1), "text/plain");
    expect([cut?.text?.length, cut?.isCut]).toEqual([KIB_16 / 2, true]);
  });
});

test("passwords of an execution's settings are hidden in whatever is logged", () => {
  const hide = (text: string) => text.replaceAll("hunter", "[hidden]");
  const { url, text, message } = createMessageRedactor({ secrets: [], hide }, KIB_16);
  expect(url("https://a.example.com/hunter?q=%68unter")).toBe("https://a.example.com/[hidden]?q=[redacted]");
  expect(text("no hunter")).toBe("no [hidden]");
  expect(message(JSON_TYPE, '{"a":"hunt\\u0065r","b":"hunter"}').body?.text).toBe(
    '{"a":"[hidden]","b":"[hidden]"}',
  );
});
