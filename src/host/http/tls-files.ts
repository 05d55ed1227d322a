import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { open } from "node:fs/promises";
import { isIP } from "node:net";
import { createSecureContext } from "node:tls";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { messageOf } from "../../../wal/index.ts";

/** Where certificate and key lie, both in PEM. */
export interface TlsPlaces {
  /** The service's own certificate first, then those that lead to one that browsers trust. */
  readonly tlsCert: string;
  readonly tlsKey: string;
}

/** A certificate and its key, which fit each other. */
export interface TlsPair {
  readonly cert: string;
  readonly key: string;
  /** The service's own certificate. */
  readonly own: X509Certificate;
  /** What is odd about them and hinders nothing, each as a sentence. */
  readonly warnings: readonly string[];
}

/** What everybody may do with a file who is neither its owner nor of its group. */
const ofEverybody = 0o007;

/** A file, and who may do what with it. */
interface Found {
  readonly text: string;
  readonly mode: number;
}

const read = async (option: string, path: string): Promise<Either<string, Found>> => {
  try {
    // Of one file, whatever another link or a rename puts in its place meanwhile.
    const file = await open(path);
    try {
      return right({ text: await file.readFile("latin1"), mode: (await file.stat()).mode });
    } finally {
      await file.close();
    }
  } catch (error) {
    return left(`${option}: ${path} cannot be read: ${messageOf(error)}`);
  }
};

const certificateIn = (path: string, pem: string): Either<string, X509Certificate> => {
  try {
    return right(new X509Certificate(pem));
  } catch {
    return left(`--tls-cert: ${path} has no certificate in PEM`);
  }
};

const keyIn = (path: string, pem: string): Either<string, KeyObject> => {
  // Both forms of such a key say so (RFC 7468, 11; RFC 1421, 4.6.1.1).
  if (/^-----BEGIN ENCRYPTED|^Proc-Type: 4,ENCRYPTED/m.test(pem))
    return left(
      `--tls-key: ${path} is encrypted, and nobody is there to type its passphrase; openssl pkey writes it without`,
    );
  try {
    return right(createPrivateKey(pem));
  } catch {
    return left(`--tls-key: ${path} has no private key in PEM`);
  }
};

const oddDates = ({ validFrom, validTo }: X509Certificate, now: number): readonly string[] => {
  if (Date.parse(validTo) < now)
    return [`the certificate has expired: browsers refuse it since ${validTo}`];
  return Date.parse(validFrom) > now ? [`the certificate is valid only from ${validFrom} on`] : [];
};

const oddMode = (path: string, mode: number): readonly string[] =>
  (mode & ofEverybody) === 0
    ? []
    : [`${path}, the key, may be read or changed by everybody on this machine: chmod 640 it`];

/** Whether the first of the certificates is the key's, and the library takes both. */
const check = (
  { tlsCert, tlsKey }: TlsPlaces,
  cert: string,
  key: string,
): Either<string, X509Certificate> => {
  const own = certificateIn(tlsCert, cert);
  if (isLeft(own)) return own;
  const secret = keyIn(tlsKey, key);
  if (isLeft(secret)) return secret;
  if (!own.right.checkPrivateKey(secret.right))
    return left(`--tls-key: ${tlsKey} is not the key of the first certificate in ${tlsCert}`);
  try {
    createSecureContext({ cert, key });
    return own;
  } catch (error) {
    return left(`--tls-cert: ${tlsCert} cannot be used: ${messageOf(error)}`);
  }
};

/** Reads both files. The left names the option at fault and says why nobody could be served with them. */
export const readTlsPair = async (
  places: TlsPlaces,
  now: number = Date.now(),
): Promise<Either<string, TlsPair>> => {
  const cert = await read("--tls-cert", places.tlsCert);
  if (isLeft(cert)) return cert;
  const key = await read("--tls-key", places.tlsKey);
  if (isLeft(key)) return key;
  const [pem, secret] = [cert.right.text, key.right.text];
  const own = check(places, pem, secret);
  if (isLeft(own)) return own;
  const warnings = [...oddDates(own.right, now), ...oddMode(places.tlsKey, key.right.mode)];
  return right({ cert: pem, key: secret, own: own.right, warnings });
};

/** Whether a certificate is for a host, be it a name or an address. */
export const isFor = (own: X509Certificate, host: string): boolean =>
  (isIP(host) === 0 ? own.checkHost(host) : own.checkIP(host)) !== undefined;

/** The first name of a certificate under which one could open the service; undefined where it has none. */
export const firstNameOf = (own: X509Certificate): string | undefined =>
  /(?:^|, )DNS:([A-Za-z0-9.-]+)(?=,|$)/.exec(own.subjectAltName ?? "")?.[1];
