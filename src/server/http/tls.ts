import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import { boundaryIn } from "../boundary.ts";
import {
  firstNameOf,
  isFor,
  readTlsPair,
  type TlsPair,
  type TlsPlaces,
} from "../../host/http/tls-files.ts";

/** Where the certificate is and how often it is looked at. */
export interface TlsSettings extends TlsPlaces {
  /** Milliseconds between two looks at the files. */
  readonly tlsCheckMs: number;
}

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
