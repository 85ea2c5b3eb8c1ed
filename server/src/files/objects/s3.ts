import { type FileHandle, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AwsV4Signer } from "aws4fetch";
import type { S3Bucket } from "../../config.ts";
import type { Outbound, OutboundRequest, OutboundResponse } from "../../platform/outbound/outbound.ts";
import type { StreamedBody } from "../../platform/outbound/streamed-body.ts";
import type { ObjectPlace, ObjectWriter } from "./place.ts";

const LONGEST_MS = 120_000;
const READ_BYTES = 256 * 1024;
const ATTEMPTS = 3;

type S3Request = Pick<OutboundRequest, "method" | "body" | "headers" | "streams" | "maxResponseBytes">;

/** Keeps objects in a bucket of an S3-compatible service. */
export function createS3Place(outbound: Pick<Outbound, "request">, bucket: S3Bucket): ObjectPlace {
  const send = async (id: string, request: S3Request): Promise<OutboundResponse> => {
    const url = `${bucket.endpoint}/${encodeURIComponent(bucket.name)}/files/${id}`;
    const signer = new AwsV4Signer({ ...bucket, ...request, body: undefined, url, service: "s3" });
    const headers: { [name: string]: string } = { "accept-encoding": "identity" };
    (await signer.sign()).headers.forEach((value, name) => {
      headers[name] = value;
    });
    return outbound.request({ ...request, url, headers, timeoutMs: LONGEST_MS });
  };
  return {
    create: async (id) => createWriter(await openSpool(id), (body) => put(send, id, body)),
    read: async (id, { from, to }) => {
      const headers = { range: `bytes=${from}-${to - 1}` };
      const isPart = (status: number) => status === 206;
      const response = await send(id, {
        method: "GET",
        headers,
        streams: isPart,
        maxResponseBytes: to - from,
      });
      if (response.status === 404 || response.status === 416) return undefined;
      const { stream, status } = response;
      if (stream === undefined || status !== 206) throw createS3Error(response);
      return { length: Number(response.headers["content-range"]?.split("/")[1]), bytes: stream };
    },
    remove: async (ids) => {
      for (const id of ids) {
        const response = await send(id, { method: "DELETE" });
        if (response.status >= 300 && response.status !== 404) throw createS3Error(response);
      }
    },
  };
}

type SendToS3 = (id: string, request: S3Request) => Promise<OutboundResponse>;

/** Services refuse a request now and then, when they are busy. */
async function put(send: SendToS3, id: string, body: StreamedBody): Promise<void> {
  for (let left = ATTEMPTS - 1; ; left--) {
    const response = await send(id, { method: "PUT", body });
    if (response.status < 300) return;
    if (response.status < 500 || left === 0) throw createS3Error(response);
  }
}

/** For the log: who sends a file is told that its storage does not respond. */
function createS3Error({ status, body }: OutboundResponse): Error {
  const [, code = "no code"] = /<Code>(\w{1,100})<\/Code>/.exec(body.toString("latin1")) ?? [];
  return new Error(`The bucket of files answered with ${status} (${code}).`);
}

/** A file without a name: an upload needs its length first, and nothing may be left of it after a crash. */
async function openSpool(id: string): Promise<FileHandle> {
  const path = join(tmpdir(), `junctor-file-${id}`);
  const handle = await open(path, "wx+", 0o600);
  await rm(path);
  return handle;
}

function createWriter(spool: FileHandle, send: (body: StreamedBody) => Promise<void>): ObjectWriter {
  let length = 0;
  return {
    write: async (bytes) => {
      for (let at = 0; at < bytes.length; )
        at += (await spool.write(bytes, at, undefined, length + at)).bytesWritten;
      length += bytes.length;
    },
    end: async () => {
      try {
        await send({ length, open: () => readSpool(spool, length) });
      } finally {
        await spool.close();
      }
    },
    abort: () => spool.close(),
  };
}

async function* readSpool(spool: FileHandle, length: number): AsyncGenerator<Buffer, void, void> {
  for (let at = 0; at < length; ) {
    const { bytesRead, buffer } = await spool.read(Buffer.alloc(READ_BYTES), 0, READ_BYTES, at);
    if (bytesRead === 0) throw new Error("The file that is uploaded is not there any more.");
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}
