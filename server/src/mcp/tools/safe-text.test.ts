import { expect, test } from "vitest";
import { redactInternals } from "./safe-text.ts";

test.each([
  ["connect ECONNREFUSED postgres://admin:s3cret@10.0.0.5:5432/crm", "connect ECONNREFUSED [address]"],
  ["connect ECONNREFUSED ::1:5432", "connect ECONNREFUSED [address]"],
  ["getaddrinfo ENOTFOUND db.internal", "getaddrinfo ENOTFOUND [address]"],
  ["cannot open mysql://root@db/crm, sorry", "cannot open [address] sorry"],
  ["redis://:pw@cache:6379/0 is gone", "[address] is gone"],
  ["tried https://me:pw@api.example.com/v1", "tried [address]"],
  ["host 192.168.1.7:5432 and 172.20.0.3 and 127.0.0.1", "host [address] and [address] and [address]"],
  ["no route to postgres.prod.svc:5432", "no route to [address]"],
  [
    "could not connect: host=db01 port=5432 user=app password=s3cret dbname=prod; it is down",
    "could not connect: host=[address] port=5432 user=[redacted] password=[redacted] dbname=[redacted]; it is down",
  ],
  [
    "Server=tcp:db02,1433;Initial Catalog=crm;User Id=sa;Password=Pw0rd;",
    "Server=[address];Initial Catalog=[redacted];User Id=[redacted];Password=[redacted];",
  ],
  ["host=10.0.0.5 user=app", "host=[address] user=[redacted]"],
  ["Data Source = 'db 03'; uid=sa", "Data Source = [address]; uid=[redacted]"],
  ["crm.default.svc.cluster.local did not answer", "[address] did not answer"],
])("%s", (text, safe) => {
  expect(redactInternals(text)).toBe(safe);
});

test.each([
  "https://api.example.com/v1/orders answered with 404",
  "see https://docs.example.com/a?b=me@example.com",
  "The order 10.5 of 172 was refused at 12:30",
  "version 10.2.1 is too old",
  "no orders of user=anna, database=crm",
  "the server answered: host is missing",
  "write to support@example.com",
])("stays: %s", (text) => {
  expect(redactInternals(text)).toBe(text);
});
