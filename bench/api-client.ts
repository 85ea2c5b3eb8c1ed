/** Sends a request to the API and returns the body of the reply; throws ApiFailure unless the status is 2xx. */
export type Api = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
  // Each caller knows the shape of the reply that it gets.
  // biome-ignore lint/suspicious/noExplicitAny: see above
) => Promise<any>;

/** A reply of the API other than 2xx. */
export class ApiFailure extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(`${status} ${message}`);
    this.status = status;
  }
}

/** The API at `url`, for the holder of an API key. */
export function apiOf(url: string, key: string): Api {
  return async (method, path, body, headers = {}) => {
    const reply = await fetch(url + path, {
      method,
      headers: {
        "x-api-key": key,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = await reply.json();
    if (!reply.ok) throw new ApiFailure(reply.status, `${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
}
