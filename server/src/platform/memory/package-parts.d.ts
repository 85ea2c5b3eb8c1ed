// Parts of packages that are imported by themselves, because the package's index loads all of it (D440).
declare module "undici/lib/core/connect.js" {
  import { buildConnector } from "undici";
  export default buildConnector;
}

declare module "undici/lib/dispatcher/agent.js" {
  import { Agent } from "undici";
  export default Agent;
}

declare module "undici/lib/dispatcher/pool.js" {
  import { Pool } from "undici";
  export default Pool;
}

declare module "rate-limiter-flexible/lib/RateLimiterPostgres.js" {
  import { RateLimiterPostgres } from "rate-limiter-flexible";
  export default RateLimiterPostgres;
}

declare module "rate-limiter-flexible/lib/RateLimiterRes.js" {
  import { RateLimiterRes } from "rate-limiter-flexible";
  export default RateLimiterRes;
}
