// The content of an engine's memory at one moment, and its restoration while everything else becomes zero (D197).

/**
 * Granularity of the search through memory, in bytes; parts of an image and the gaps between them are multiples of
 * it.
 */
const stepBytes = 4096;
/** A shorter empty stretch belongs to the part around it. */
const leastGapBytes = 8 * stepBytes;

/** A range of memory, in bytes; empty if it does not end after its start. */
interface Stretch {
  start: number;
  end: number;
}

/** The content of a memory: its parts, and the gaps between them, which are zero. */
export interface MemoryImage {
  memoryBytes: number;
  parts: { start: number; bytes: Uint8Array }[];
  gaps: Stretch[];
}

/** How far into each gap a memory was ever written, and its size when last restored. */
export interface MemoryReach {
  inGaps: Stretch[];
  memoryBytes: number;
}

/** Copies the content of a memory. */
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

/** The extent of a memory that contains only an image. */
export function getMemoryReach({ gaps, memoryBytes }: MemoryImage): MemoryReach {
  return { inGaps: gaps.map(({ start, end }) => ({ start: end, end: start })), memoryBytes };
}

/** Writes an image into memory that is zero and large enough. */
export function writeImage(memory: ArrayBuffer, image: MemoryImage): void {
  const view = new Uint8Array(memory);
  for (const { start, bytes } of image.parts) view.set(bytes, start);
}

/**
 * Restores an image: afterwards the memory contains it and zeros. The gaps are far longer than what most runs write
 * into them, so they are searched and not overwritten: that costs little for pages that were never written.
 */
export function restoreImage(memory: ArrayBuffer, image: MemoryImage, reach: MemoryReach): void {
  const view = Buffer.from(memory);
  for (const [index, gap] of image.gaps.entries()) {
    const reached = widen(view, gap, reach.inGaps[index] ?? gap);
    reach.inGaps[index] = reached;
    if (reached.start < reached.end) view.fill(0, reached.start, reached.end);
  }
  // Memory above was cleared after the guest that made it grow, and the heap has not known it since.
  view.fill(0, reach.memoryBytes);
  reach.memoryBytes = view.length;
  writeImage(memory, image);
}

/** What was reached of a gap before, and everything that is not zero in the rest of it. */
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

/** Start of the first step with content; the end of the range if there is none. */
function firstUsed(view: Buffer, { start, end }: Stretch): number {
  let at = start;
  while (at + zeros.length <= end && isZero(view, at, at + zeros.length)) at += zeros.length;
  while (at < end && isZero(view, at, at + stepBytes)) at += stepBytes;
  return Math.min(at, end);
}

/** End of the last step with content; the start of the range if there is none. */
function endOfUsed(view: Buffer, { start, end }: Stretch): number {
  let at = end;
  while (at - zeros.length >= start && isZero(view, at - zeros.length, at)) at -= zeros.length;
  while (at > start && isZero(view, at - stepBytes, at)) at -= stepBytes;
  return Math.max(at, start);
}

function isZero(view: Buffer, start: number, end: number): boolean {
  return view.compare(zeros, 0, end - start, start, end) === 0;
}
