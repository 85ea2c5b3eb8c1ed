import { describe, expect, it } from "vitest";
import { decodeText } from "./decode-text.ts";

const hex = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex");
const latin1 = (text: string) => Buffer.from(text, "latin1");

describe("the encoding of a text", () => {
  it.each([
    ["text/plain; charset=ISO-8859-15", "63 61 66 E9 20 A4", "café €"],
    ["application/json; charset=windows-1253", "c1 c8 c7 cd c1", "ΑΘΗΝΑ"],
    ["text/plain; charset=latin1", "80 E9", "€é"],
    ["text/plain; charset=Shift_JIS", "93 FA 96 7B", "日本"],
    ["text/csv; header=present; charset=gb2312", "C4 E3 BA C3", "你好"],
    ["text/plain; charset=EUC-KR", "c7 d1", "한"],
    ["text/plain; charset=KOI8-R", "E4 C1", "Да"],
    ["text/plain; charset=utf-16le", "48 00 69 00", "Hi"],
    ["text/plain; charset=UTF-16BE", "00 48 00 69", "Hi"],
  ])("is the charset of the content type: %s", (type, bytes, text) => {
    expect(decodeText(hex(bytes), type)).toBe(text);
  });

  it.each([
    'text/plain; charset="iso-8859-15"',
    "text/plain;charset='ISO-8859-15'",
    "Text/Plain; Charset=iso-8859-15",
    'text/plain; title="; charset=utf-8"; charset=iso8859-15',
  ])("is read by the grammar of media types: %s", (type) => {
    expect(decodeText(hex("A4"), type)).toBe("€");
  });

  it("is UTF-8 without a declaration, and never guessed", () => {
    const text = "Küçük ΑΘΗΝΑ 日本 😀";
    for (const type of [undefined, "", "text/plain", "application/json", "text/html", "text/xml", "nonsense"])
      expect(decodeText(Buffer.from(text), type)).toBe(text);
    expect(decodeText(hex("63 61 66 E9"), "text/plain")).toBe("caf\u{fffd}");
  });

  it("is UTF-8 if the declared one is unknown", () => {
    for (const charset of ["none", "utf-7", "utf-32", "iso-2022-kr", '""', "__proto__"])
      expect(decodeText(Buffer.from("Küçük"), `text/plain; charset=${charset}`)).toBe("Küçük");
  });

  it("is the one of the byte order mark, whatever is declared, and the mark is not part of the text", () => {
    for (const type of ["text/plain", "text/plain; charset=iso-8859-1", "application/json; charset=utf-16"]) {
      expect(decodeText(hex("EF BB BF C3 A9"), type)).toBe("é");
      expect(decodeText(hex("FF FE E9 00"), type)).toBe("é");
      expect(decodeText(hex("FE FF 00 E9"), type)).toBe("é");
    }
    expect(decodeText(hex("EF BB BF EF BB BF 61"))).toBe("\u{feff}a");
    expect(decodeText(hex("EF BB"))).toBe("\u{fffd}");
    expect(decodeText(Buffer.alloc(0), "text/plain; charset=utf-16")).toBe("");
  });
});

describe("the encoding of XML", () => {
  it("is the one of its declaration, unless the content type names one", () => {
    const xml = latin1(`<?xml version="1.0" encoding='ISO-8859-1'?><a>\xe9</a>`);
    for (const type of ["text/xml", "application/xml", "application/soap+xml; action=a", "image/svg+xml"])
      expect(decodeText(xml, type)).toContain("<a>é</a>");
    expect(decodeText(xml, "text/xml; charset=iso-8859-5")).toContain("<a>щ</a>");
    expect(decodeText(xml, "text/xml; charset=unheard-of")).toContain("<a>é</a>");
  });

  it("is UTF-16 if its first characters are", () => {
    const xml = '<?xml version="1.0" encoding="UTF-16"?><a>é</a>';
    const little = Buffer.from(xml, "utf16le");
    expect(decodeText(little, "text/xml")).toBe(xml);
    expect(decodeText(Buffer.from(little).swap16(), "text/xml")).toBe(xml);
    expect(decodeText(Buffer.from(xml), "text/xml")).toBe(xml);
  });

  it("is not looked for in other texts, nor after the declaration", () => {
    expect(decodeText(latin1('<?xml version="1.0" encoding="ISO-8859-1"?>\xe9'), "text/plain")).toContain(
      "\u{fffd}",
    );
    const late = '<?xml version="1.0"?><a b=" encoding="/><a encoding="ISO-8859-1">é</a>';
    expect(decodeText(Buffer.from(late), "text/xml")).toBe(late);
  });
});

describe("the encoding of HTML", () => {
  it.each([
    "<meta charset=iso-8859-1>",
    "<META name=x><MeTa Charset = 'ISO-8859-1'/>",
    '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">',
    '<meta content="text/html; charset=iso-8859-1" http-equiv=content-type>',
  ])("is the one of its meta: %s", (meta) => {
    expect(decodeText(latin1(`<html><head>${meta}</head>\xe9`), "text/html")).toMatch(/é$/);
  });

  it.each([
    "<!-- <meta charset=iso-8859-1> -->",
    '<meta name="description" content="charset=iso-8859-1">',
    "<meta charset=utf-16>",
    `${" ".repeat(1100)}<meta charset=iso-8859-1>`,
  ])("is UTF-8 otherwise: %s", (meta) => {
    expect(decodeText(Buffer.from(`<html>${meta}é`), "text/html")).toMatch(/é$/);
  });

  it("is the one of the content type first", () => {
    expect(decodeText(Buffer.from("<meta charset=iso-8859-1>é"), "text/html; charset=utf-8")).toMatch(/>é$/);
  });
});

it("leaves out half a character at the end of a text that was cut", () => {
  const text = Buffer.from("aé");
  expect(decodeText(text.subarray(0, 2), "text/plain", { isCut: true })).toBe("a");
  expect(decodeText(text, "text/plain")).toBe("aé");
  expect(decodeText(hex("93 FA 96"), "text/plain; charset=shift_jis", { isCut: true })).toBe("日");
  expect(decodeText(hex("93 FA"), "text/plain; charset=shift_jis")).toBe("日");
});
