import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { testConfig } from "../../test/test-config.ts";
import { StartError } from "../platform/errors.ts";
import { requireFreePorts } from "./free-port.ts";

test("a start names the variable of the port that is taken, and a worker needs no port of the API", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const address = other.address();
  const taken = typeof address === "object" && address !== null ? address.port : 0;
  const refusal = (setting: string) =>
    new StartError(`Port ${taken} on 127.0.0.1 is taken: stop the program that uses it, or set ${setting}.`);
  const serves = { serves: true };
  await expect(requireFreePorts(testConfig({ port: taken }), serves)).rejects.toThrow(refusal("PORT"));
  await expect(requireFreePorts(testConfig({ metricsPort: taken }), serves)).rejects.toThrow(
    refusal("JUNCTOR_METRICS_PORT"),
  );
  await requireFreePorts(testConfig({ port: taken }), { serves: false });
  other.close();
});
