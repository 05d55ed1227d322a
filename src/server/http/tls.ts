import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { open } from "node:fs/promises";
import { isIP, type Server } from "node:net";
import { createSecureContext } from "node:tls";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import { messageOf } from "../../../wal/index.ts";
import { boundaryIn } from "../runtime/boundary.ts";

/** The paths of certificate and key, both PEM. */
interface TlsFiles {
  /** The service's own certificate first, then its chain. */
  readonly tlsCert: string;
  readonly tlsKey: string;
}

/** A certificate and its matching key. */
interface TlsPair {
  readonly cert: string;
  readonly key: string;
  readonly own: X509Certificate;
  /** Problems that do not prevent its use, as sentences. */
  readonly warnings: readonly string[];
}

/** The permissions of everybody but owner and group. */
const ofEverybody = 0o007;

interface PemFile {
  readonly text: string;
  readonly mode: number;
}

const read = async (option: string, path: string): Promise<Either<string, PemFile>> => {
  try {
    // Both from one open file, whatever a link or a rename puts in its place meanwhile.
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
    return left(`--tls-cert: ${path} has no PEM certificate`);
  }
};

const keyIn = (path: string, pem: string): Either<string, KeyObject> => {
  // Both encrypted forms say so (RFC 7468, 11; RFC 1421, 4.6.1.1).
  if (/^-----BEGIN ENCRYPTED|^Proc-Type: 4,ENCRYPTED/m.test(pem))
    return left(`--tls-key: ${path} is encrypted; openssl pkey removes the passphrase`);
  try {
    return right(createPrivateKey(pem));
  } catch {
    return left(`--tls-key: ${path} has no PEM private key`);
  }
};

const oddDates = ({ validFrom, validTo }: X509Certificate, now: number): readonly string[] => {
  if (Date.parse(validTo) < now)
    return [`the certificate expired on ${validTo}: browsers refuse it`];
  return Date.parse(validFrom) > now ? [`the certificate is not valid before ${validFrom}`] : [];
};

const oddMode = (path: string, mode: number): readonly string[] =>
  (mode & ofEverybody) === 0
    ? []
    : [`${path}, the key, is open to everybody on this machine: chmod 640 it`];

/** Whether the key matches the first certificate, and OpenSSL accepts both. */
const check = (
  { tlsCert, tlsKey }: TlsFiles,
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

/** Reads both files. The left names the option at fault and says why it cannot be served. */
export const readTlsPair = async (
  files: TlsFiles,
  now: number = Date.now(),
): Promise<Either<string, TlsPair>> => {
  const cert = await read("--tls-cert", files.tlsCert);
  if (isLeft(cert)) return cert;
  const key = await read("--tls-key", files.tlsKey);
  if (isLeft(key)) return key;
  const [pem, secret] = [cert.right.text, key.right.text];
  const own = check(files, pem, secret);
  if (isLeft(own)) return own;
  const warnings = [...oddDates(own.right, now), ...oddMode(files.tlsKey, key.right.mode)];
  return right({ cert: pem, key: secret, own: own.right, warnings });
};

/** Whether a certificate covers a host name or address. */
const isFor = (own: X509Certificate, host: string): boolean =>
  (isIP(host) === 0 ? own.checkHost(host) : own.checkIP(host)) !== undefined;

/** The first name in a certificate that browsers could open; undefined if there is none. */
const firstNameOf = (own: X509Certificate): string | undefined =>
  /(?:^|, )DNS:([A-Za-z0-9.-]+)(?=,|$)/.exec(own.subjectAltName ?? "")?.[1];

interface TlsSettings extends TlsFiles {
  /** Milliseconds between checks of the files. */
  readonly tlsCheckMs: number;
}

/** Often enough that a renewed certificate is served almost at once. */
export const tlsLimits = { tlsCheckMs: 5000 };

const told = (pair: TlsPair) => ({
  subject: pair.own.subject,
  names: pair.own.subjectAltName,
  until: pair.own.validTo,
});

/**
 * The service's certificate, reloaded when its files change. The files are polled: they may be written, renamed or
 * relinked, possibly on a network disk, and no file system reports all of that reliably.
 */
export class Tls {
  readonly #settings: TlsSettings;
  readonly #log: Logger;
  #pair: TlsPair;
  /** What was wrong at the last check, and whether it was logged. */
  #problem: { readonly text: string; readonly isTold: boolean } | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #taken: (pair: TlsPair) => void = () => undefined;

  private constructor(settings: TlsSettings, pair: TlsPair, log: Logger) {
    this.#settings = settings;
    this.#pair = pair;
    this.#log = log;
    this.#warn(pair);
  }

  /** Reads the certificate; undefined if none is configured. Left: why the service cannot start. */
  static async open(settings: TlsSettings, log: Logger): Promise<Either<string, Tls | undefined>> {
    const { tlsCert, tlsKey } = settings;
    if (tlsCert === "" && tlsKey === "") return right(undefined);
    if (tlsKey === "") return left("--tls-cert: needs --tls-key, the file of its key");
    if (tlsCert === "") return left("--tls-key: needs --tls-cert, the file of its certificate");
    const pair = await readTlsPair(settings);
    return isLeft(pair) ? pair : right(new Tls(settings, pair.right, log));
  }

  /** Used for new connections. */
  get pair(): Pick<TlsPair, "cert" | "key"> {
    const { cert, key } = this.#pair;
    return { cert, key };
  }

  /** Starts polling; `taken` is called with each new certificate. */
  follow(taken: (pair: TlsPair) => void): void {
    this.#taken = taken;
    this.#wait();
  }

  /** Whether the certificate covers a name: a browser that uses such a name was led here by its owner. */
  readonly isFor = (name: string): boolean => isFor(this.#pair.own, name);

  /** The host under which browsers trust the service: the one it listens on, else the certificate's first name. */
  hostFor(host: string): string {
    return isFor(this.#pair.own, host) ? host : (firstNameOf(this.#pair.own) ?? host);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #wait(): void {
    const look = boundaryIn(this.#log)("could not check the certificate", () => this.#look());
    this.#timer = setTimeout(look, this.#settings.tlsCheckMs).unref();
  }

  async #look(): Promise<void> {
    const found = await readTlsPair(this.#settings).finally(() => {
      if (!this.#isClosed) this.#wait();
    });
    if (this.#isClosed) return;
    if (isLeft(found)) return this.#refuse(found.left);
    this.#problem = undefined;
    const { cert, key } = found.right;
    if (cert === this.#pair.cert && key === this.#pair.key) return;
    this.#pair = found.right;
    this.#taken(found.right);
    this.#log.info(told(found.right), "new connections use a new certificate");
    this.#warn(found.right);
  }

  /** The files are written one after the other, so only what is still wrong at the next check is logged. */
  #refuse(text: string): void {
    const isKnown = this.#problem?.text === text;
    if (isKnown && this.#problem?.isTold === false)
      this.#log.warn({ problem: text }, "the new certificate cannot be used; the old one stays");
    this.#problem = { text, isTold: isKnown };
  }

  #warn({ warnings }: TlsPair): void {
    for (const problem of warnings) this.#log.warn({ problem }, "the certificate has a problem");
  }
}

export interface Listening {
  readonly host: string;
  readonly port: number;
  /** As browsers open it, without a final slash. */
  readonly url: string;
}

/** Where to listen: an address of this machine, where port 0 takes any free one, or a socket that already listens. */
export type ListenOn =
  | { readonly host: string; readonly port: number }
  /** The descriptor of a socket that this process was started with. */
  | { readonly fd: number };

/** Starts listening. Left: why it failed. */
export const listenOn = async (
  server: Server,
  tls: Tls | undefined,
  on: ListenOn,
): Promise<Either<string, Listening>> => {
  const problem = await new Promise<string | undefined>((resolve) => {
    server.once("error", ({ message }) => resolve(message));
    server.listen(on, () => resolve(undefined));
  });
  const address = server.address();
  if (problem !== undefined || typeof address !== "object" || address === null) {
    const because = problem ?? "it is not one of TCP";
    return "fd" in on
      ? left(`cannot listen on the socket that systemd passes: ${because}`)
      : left(`cannot listen on ${on.host}, port ${on.port}: ${because}`);
  }
  const { port } = address;
  const host = "host" in on ? on.host : address.address;
  const name = tls?.hostFor(host) ?? host;
  const url = `${tls === undefined ? "http" : "https"}://${name.includes(":") ? `[${name}]` : name}:${port}`;
  return right({ host, port, url });
};
