/** Encrypts and decrypts 32 bytes with one key of a key service; the key never leaves the service. */
export interface KeyService {
  encrypt(plaintext: Buffer): Promise<string>;
  decrypt(ciphertext: string): Promise<Buffer>;
}

/** Where the key service is, and who we are there. */
export interface KeyServiceAccess {
  /** Base address; the service's public one if absent. Vault has none. */
  readonly endpoint: string | undefined;
  /** For Vault. The other services take the credentials of the machine, as their own clients do. */
  readonly token: string | undefined;
}
