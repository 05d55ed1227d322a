import { createHash, randomBytes } from "node:crypto";

/** A new access token: 256 random bits, so that its plain hash is enough to keep. None begins like an option of a command line. */
export const newToken = (): string => {
  const token = randomBytes(32).toString("base64url");
  return token.startsWith("-") ? newToken() : token;
};

export const hashToken = (token: string): string =>
  createHash("sha256").update(token).digest("hex");
