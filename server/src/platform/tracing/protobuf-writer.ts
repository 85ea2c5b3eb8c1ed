const VARINT = 0;
const FIXED64 = 1;
const LENGTH_DELIMITED = 2;
const MS_OF_HIGH_WORD = 2 ** 32 / 1e6;
const HIGHEST_WORD = 2 ** 32 - 1;
// The tag of a field, and its length or value.
const MOST_HEAD_BYTES = 20;

// Shorter texts are written faster here than by a call of the runtime.
const SHORT_TEXT = 48;

/** Writes fields of protobuf messages one after the other, into a buffer that grows. */
export class ProtobufWriter {
  #bytes: Buffer;
  #at: number;
  readonly #from: number;

  /** Begins after `from` bytes, which are the caller's. */
  constructor(size: number, from = 0) {
    this.#bytes = Buffer.allocUnsafe(size);
    this.#from = from;
    this.#at = from;
  }

  /** What was written since the last call: valid until something else is written. */
  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.#at);
    this.#at = this.#from;
    return taken;
  }

  get length(): number {
    return this.#at;
  }

  /** The head of a field whose `size` bytes are written next: a message, or what else has a length. */
  open(field: number, size: number): void {
    this.#reserve(size + MOST_HEAD_BYTES);
    this.#varint((field << 3) | LENGTH_DELIMITED);
    this.#varint(size);
  }

  bytes(field: number, content: Uint8Array): void {
    this.open(field, content.length);
    this.raw(content);
  }

  /** Fields that are written already. */
  raw(content: Uint8Array): void {
    this.#reserve(content.length);
    this.#bytes.set(content, this.#at);
    this.#at += content.length;
  }

  hex(field: number, text: string): void {
    this.open(field, text.length / 2);
    this.#at += this.#bytes.write(text, this.#at, "hex");
  }

  text(field: number, text: string, size = Buffer.byteLength(text)): void {
    this.open(field, size);
    if (size > SHORT_TEXT || size !== text.length) this.#at += this.#bytes.write(text, this.#at, "utf8");
    else for (let index = 0; index < size; index++) this.#bytes[this.#at++] = text.charCodeAt(index);
  }

  /** A whole number, or an enum's value. */
  integer(field: number, value: number): void {
    this.#reserve(MOST_HEAD_BYTES);
    this.#varint((field << 3) | VARINT);
    this.#varint(value);
  }

  double(field: number, value: number): void {
    this.#reserve(MOST_HEAD_BYTES);
    this.#varint((field << 3) | FIXED64);
    this.#at = this.#bytes.writeDoubleLE(value, this.#at);
  }

  /** Milliseconds since 1970 as a `fixed64` of nanoseconds, which no number can hold. */
  time(field: number, ms: number): void {
    this.#reserve(MOST_HEAD_BYTES);
    this.#varint((field << 3) | FIXED64);
    const high = Math.floor(ms / MS_OF_HIGH_WORD);
    const low = Math.round((ms - high * MS_OF_HIGH_WORD) * 1e6);
    this.#at = this.#bytes.writeUInt32LE(Math.min(Math.max(low, 0), HIGHEST_WORD), this.#at);
    this.#at = this.#bytes.writeUInt32LE(high, this.#at);
  }

  #varint(value: number): void {
    if (value < 0) this.#longVarint(BigInt.asUintN(64, BigInt(value)));
    else {
      let rest = value;
      while (rest > 127) {
        this.#bytes[this.#at++] = (rest % 128) | 128;
        rest = Math.floor(rest / 128);
      }
      this.#bytes[this.#at++] = rest;
    }
  }

  /** Negative numbers are in two's complement of 64 bits. */
  #longVarint(value: bigint): void {
    let rest = value;
    while (rest > 127n) {
      this.#bytes[this.#at++] = Number(rest & 127n) | 128;
      rest >>= 7n;
    }
    this.#bytes[this.#at++] = Number(rest);
  }

  #reserve(size: number): void {
    const needed = this.#at + size;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * needed);
    larger.set(this.#bytes.subarray(0, this.#at));
    this.#bytes = larger;
  }
}

/** How many bytes a whole number takes. */
export function getVarintSize(value: number): number {
  if (value < 0) return 10;
  let size = 1;
  for (let rest = value; rest > 127; rest = Math.floor(rest / 128)) size++;
  return size;
}
