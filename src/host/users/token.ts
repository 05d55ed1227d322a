import { createHash, randomBytes } from "node:crypto";

/** A new access token: 256 random bits, so that its plain hash is enough to keep. */
export const newToken = (): string => randomBytes(32).toString("base64url");

export const hashToken = (token: string): string =>
  createHash("sha256").update(token).digest("hex");
