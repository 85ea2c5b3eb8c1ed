import { JunctorError } from "../http/error.ts";
import { type CallOptions, type ConnectionOptions, type Credential, createSend } from "../http/http.ts";

/** A downloaded file; its content type is in the reference `{ "$file": id, … }`. */
export interface DownloadedFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Calls that download files of executions and actions. */
export function fileCalls(connection: ConnectionOptions, credential: Credential) {
  const send = createSend(connection, credential, readFile);
  return {
    /** The bytes of a file, by the `$file` of its reference. */
    get: async (id: string, options: CallOptions = {}): Promise<DownloadedFile> => {
      const headers = { accept: "application/octet-stream" };
      const file: unknown = await send("get", "/api/v2/public/file/{id}", {
        path: { id },
        ...options,
        headers,
      });
      return file as DownloadedFile;
    },
  };
}

async function readFile(reply: Response): Promise<DownloadedFile> {
  const encoded = /filename\*=UTF-8''([^;]*)/.exec(reply.headers.get("content-disposition") ?? "")?.[1];
  if (encoded === undefined) {
    throw new JunctorError({
      status: reply.status,
      code: "UNEXPECTED_REPLY",
      message: "The server did not respond with a file: is baseUrl the address of a Junctor server?",
    });
  }
  return { name: decodeURIComponent(encoded), bytes: new Uint8Array(await reply.arrayBuffer()) };
}
