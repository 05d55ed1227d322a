import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The files of a self-signed certificate and its key. */
export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
  /** The certificate in PEM, for clients to trust. */
  readonly ca: string;
}

/** Runs openssl, which must succeed. */
export const openssl = (...args: readonly string[]): void => {
  const { status, stderr } = spawnSync("openssl", args, { encoding: "utf8" });
  assert.equal(status, 0, stderr);
};

/** Makes a certificate for 127.0.0.1, localhost and other names: `NAME.crt` and `NAME.key` in a folder. */
export const makeCertificate = (
  folder: string,
  name: string,
  { names = ["localhost"], days = 30 }: { names?: readonly string[]; days?: number } = {},
): CertificateFiles => {
  const [cert, key] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)];
  const all = ["IP:127.0.0.1", ...names.map((each) => `DNS:${each}`)].join(",");
  const how = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const whose = ["-subj", `/CN=${name}`, "-addext", `subjectAltName=${all}`];
  openssl("req", "-x509", ...how, "-keyout", key, "-out", cert, "-days", String(days), ...whose);
  return { cert, key, ca: readFileSync(cert, "latin1") };
};
