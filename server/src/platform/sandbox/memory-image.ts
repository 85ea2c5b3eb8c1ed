// What an engine's memory holds at one moment, and how it is brought back while everything else becomes zero (D197).

/** Steps in which memory is looked through, in bytes; parts of an image and the gaps between them are made of such. */
const stepBytes = 4096;
/** A shorter empty stretch belongs to the part around it. */
const leastGapBytes = 8 * stepBytes;

/** A stretch of memory, in bytes; empty where it does not end behind its start. */
interface Stretch {
  start: number;
  end: number;
}

/** All that a memory holds: its parts, and the gaps between them, which are zero. */
export interface MemoryImage {
  memoryBytes: number;
  parts: { start: number; bytes: Uint8Array }[];
  gaps: Stretch[];
}

/** How far into each gap a memory was ever written, and its size when it was last brought back. */
export interface MemoryReach {
  inGaps: Stretch[];
  memoryBytes: number;
}

/** Copies what a memory holds. */
export function createMemoryImage(memory: ArrayBuffer): MemoryImage {
  const image: MemoryImage = { memoryBytes: memory.byteLength, parts: [], gaps: [] };
  const view = Buffer.from(memory);
  let start = 0;
  while (start < view.length) {
    const end = endOfPart(view, start);
    if (end > start) image.parts.push({ start, bytes: new Uint8Array(memory).slice(start, end) });
    const next = firstUsed(view, { start: end, end: view.length });
    if (next > end) image.gaps.push({ start: end, end: next });
    start = next;
  }
  return image;
}

/** The reach of a memory that holds an image and nothing else. */
export function getMemoryReach({ gaps, memoryBytes }: MemoryImage): MemoryReach {
  return { inGaps: gaps.map(({ start, end }) => ({ start: end, end: start })), memoryBytes };
}

/** Writes an image into memory that is zero and large enough. */
export function writeImage(memory: ArrayBuffer, image: MemoryImage): void {
  const view = new Uint8Array(memory);
  for (const { start, bytes } of image.parts) view.set(bytes, start);
}

/**
 * Brings an image back: afterwards the memory holds it and zeros. The gaps are far longer than what most runs write into
 * them, so they are looked through rather than written: that costs little for pages that nobody ever wrote to.
 */
export function restoreImage(memory: ArrayBuffer, image: MemoryImage, reach: MemoryReach): void {
  const view = Buffer.from(memory);
  for (const [index, gap] of image.gaps.entries()) {
    const reached = widen(view, gap, reach.inGaps[index] ?? gap);
    reach.inGaps[index] = reached;
    if (reached.start < reached.end) view.fill(0, reached.start, reached.end);
  }
  // What lies above was cleared after the guest for which memory grew, and the heap has not known of it since.
  view.fill(0, reach.memoryBytes);
  reach.memoryBytes = view.length;
  writeImage(memory, image);
}

/** What was reached of a gap before, and all that is not zero in the rest of it. */
function widen(view: Buffer, gap: Stretch, reached: Stretch): Stretch {
  const start = firstUsed(view, { start: gap.start, end: reached.start });
  if (start === gap.end) return reached;
  return { start, end: endOfUsed(view, { start: reached.end, end: gap.end }) };
}

function endOfPart(view: Buffer, start: number): number {
  let end = start;
  for (let at = start; at < view.length; at += stepBytes) {
    if (!isZero(view, at, at + stepBytes)) end = at + stepBytes;
    else if (at + stepBytes - end >= leastGapBytes) break;
  }
  return end;
}

const zeros = Buffer.alloc(16 * stepBytes);

/** Where the first step begins that holds something; the stretch's end where none does. */
function firstUsed(view: Buffer, { start, end }: Stretch): number {
  let at = start;
  while (at + zeros.length <= end && isZero(view, at, at + zeros.length)) at += zeros.length;
  while (at < end && isZero(view, at, at + stepBytes)) at += stepBytes;
  return Math.min(at, end);
}

/** Where the last step ends that holds something; the stretch's start where none does. */
function endOfUsed(view: Buffer, { start, end }: Stretch): number {
  let at = end;
  while (at - zeros.length >= start && isZero(view, at - zeros.length, at)) at -= zeros.length;
  while (at > start && isZero(view, at - stepBytes, at)) at -= stepBytes;
  return Math.max(at, start);
}

function isZero(view: Buffer, start: number, end: number): boolean {
  return view.compare(zeros, 0, end - start, start, end) === 0;
}
