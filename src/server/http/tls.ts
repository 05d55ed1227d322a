import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { open } from "node:fs/promises";
import { isIP, type Server } from "node:net";
import { createSecureContext } from "node:tls";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import { messageOf } from "../../../wal/index.ts";
import { boundaryIn } from "../runtime/boundary.ts";

/** Where certificate and key lie, both in PEM. */
interface TlsFiles {
  /** The service's own certificate first, then those that lead to one that browsers trust. */
  readonly tlsCert: string;
  readonly tlsKey: string;
}

/** A certificate and its key, which fit each other. */
interface TlsPair {
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

/** Reads both files. The left names the option at fault and says why nobody could be served with them. */
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

/** Whether a certificate is for a host, be it a name or an address. */
const isFor = (own: X509Certificate, host: string): boolean =>
  (isIP(host) === 0 ? own.checkHost(host) : own.checkIP(host)) !== undefined;

/** The first name of a certificate under which one could open the service; undefined where it has none. */
const firstNameOf = (own: X509Certificate): string | undefined =>
  /(?:^|, )DNS:([A-Za-z0-9.-]+)(?=,|$)/.exec(own.subjectAltName ?? "")?.[1];

/** Where the certificate is and how often it is looked at. */
interface TlsSettings extends TlsFiles {
  /** Milliseconds between two looks at the files. */
  readonly tlsCheckMs: number;
}

/** How often files are looked at: whoever renews a certificate sees it served while still there. */
export const tlsLimits = { tlsCheckMs: 5000 };

const told = (pair: TlsPair) => ({
  subject: pair.own.subject,
  names: pair.own.subjectAltName,
  until: pair.own.validTo,
});

/**
 * The certificate of a service, taken anew when its files change. They are read again and again, as whoever
 * renews them may write them, rename others into their place, or lead a link elsewhere, maybe on a disk of
 * another machine, of which no file system tells reliably.
 */
export class Tls {
  readonly #settings: TlsSettings;
  readonly #log: Logger;
  #pair: TlsPair;
  /** What was wrong at the last look, and whether that was told. */
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

  /** Reads the certificate; undefined where none is configured. The left says why the service cannot start with it. */
  static async open(settings: TlsSettings, log: Logger): Promise<Either<string, Tls | undefined>> {
    const { tlsCert, tlsKey } = settings;
    if (tlsCert === "" && tlsKey === "") return right(undefined);
    if (tlsKey === "") return left("--tls-cert: --tls-key, the file of its key, is missing");
    if (tlsCert === "")
      return left("--tls-key: --tls-cert, the file of its certificate, is missing");
    const pair = await readTlsPair(settings);
    return isLeft(pair) ? pair : right(new Tls(settings, pair.right, log));
  }

  /** What new connections are served with. */
  get pair(): Pick<TlsPair, "cert" | "key"> {
    const { cert, key } = this.#pair;
    return { cert, key };
  }

  /** Looks at the files from now on; `taken` is told of each later certificate. */
  follow(taken: (pair: TlsPair) => void): void {
    this.#taken = taken;
    this.#wait();
  }

  /** Whether the certificate is for a name: browsers that come under it were led here by whoever has that name. */
  readonly isFor = (name: string): boolean => isFor(this.#pair.own, name);

  /** The host under which browsers trust the service: the one that it listens on, else the certificate's first name. */
  hostFor(host: string): string {
    return isFor(this.#pair.own, host) ? host : (firstNameOf(this.#pair.own) ?? host);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #wait(): void {
    const look = boundaryIn(this.#log)("the certificate could not be looked at", () =>
      this.#look(),
    );
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
    this.#log.info(told(found.right), "a new certificate is in force for new connections");
    this.#warn(found.right);
  }

  /** The two files are written one after the other: only what is still wrong at the next look is worth a line. */
  #refuse(text: string): void {
    const isKnown = this.#problem?.text === text;
    if (isKnown && this.#problem?.isTold === false)
      this.#log.warn(
        { problem: text },
        "the new certificate cannot be used; the old one stays in force",
      );
    this.#problem = { text, isTold: isKnown };
  }

  #warn({ warnings }: TlsPair): void {
    for (const problem of warnings)
      this.#log.warn({ problem }, "the certificate is used, and something is odd about it");
  }
}

/** Where the server listens. */
export interface Listening {
  readonly host: string;
  readonly port: number;
  /** The same as browsers open it, without a slash at its end. */
  readonly url: string;
}

/** Starts listening; the left says why that cannot be. Port 0 takes any free one. */
export const listenOn = (
  server: Server,
  tls: Tls | undefined,
  host: string,
  port: number,
): Promise<Either<string, Listening>> =>
  new Promise((resolve) => {
    const scheme = tls === undefined ? "http" : "https";
    const name = tls?.hostFor(host) ?? host;
    server.once("error", (error) =>
      resolve(left(`cannot listen on ${host}, port ${port}: ${error.message}`)),
    );
    server.listen(port, host, () => {
      const address = server.address();
      if (typeof address !== "object" || address === null)
        return resolve(left(`cannot listen on ${host}, port ${port}`));
      const url = `${scheme}://${name.includes(":") ? `[${name}]` : name}:${address.port}`;
      resolve(right({ host, port: address.port, url }));
    });
  });
