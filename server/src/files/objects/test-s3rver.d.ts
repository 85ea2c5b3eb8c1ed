// The package has no types: what the tests use of it.
declare module "s3rver" {
  import type { AddressInfo } from "node:net";

  // biome-ignore lint/style/noDefaultExport: as the package does
  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string; configs: string[] }[];
    });
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
