import { type Either, isLeft, left, right, tryCatch } from "fp-ts/lib/Either.js";

/** What an address of a broker looks like: `mqtt://` or `mqtts://`, maybe a user with a password, a host and maybe a port. */
export const addressRule =
  /^(mqtts?:\/\/([^\s/?#@:]+(:[^\s/?#@:]*)?@)?([^\s/?#@:[\]]+|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?\/?)?$/;

/** What a refusal says that the rule expects. It must not quote what was given, which may have a password. */
export const expectedAddress =
  "an address such as mqtt://core-mosquitto:1883 or mqtts://name:password@broker.example, in which other characters than letters, digits, - . _ ~ of name and password are written as %40";

/** Where a broker listens, and as whom the service logs in there. */
export interface BrokerAddress {
  readonly host: string;
  readonly port: number;
  /** Whether the connection is encrypted. */
  readonly isSecure: boolean;
  readonly user: string | undefined;
  readonly password: string | undefined;
  /** For the log: without user and password. */
  readonly shown: string;
}

/** The registered ports (IANA: mqtt, secure-mqtt). */
const usualPorts = { plain: 1883, secure: 8883 };

const decoded = (text: string): Either<string, string> =>
  tryCatch(
    () => decodeURIComponent(text),
    () => "the name or password has a % that does not begin a character in UTF-8, such as %40",
  );

/** Reads an address that keeps to the rule. Left: what is wrong with it, without its parts. */
export const readBrokerAddress = (address: string): Either<string, BrokerAddress> => {
  const [, scheme, who, at = ""] = /^(mqtts?):\/\/(?:(.*)@)?([^@]*?)\/?$/.exec(address) ?? [];
  if (!addressRule.test(address) || at === "") return left(`expected ${expectedAddress}`);
  const isSecure = scheme === "mqtts";
  const [, host = "", given] = /^(.*?)(?::(\d+))?$/.exec(at) ?? [];
  const port = given === undefined ? usualPorts[isSecure ? "secure" : "plain"] : Number(given);
  if (port < 1 || port > 65_535) return left("expected a port from 1 to 65535");
  const [name, ...rest] = who?.split(":") ?? [];
  const user = name === undefined ? right(undefined) : decoded(name);
  if (isLeft(user)) return user;
  const password = rest.length === 0 ? right(undefined) : decoded(rest.join(":"));
  if (isLeft(password)) return password;
  return right({
    host: host.replace(/^\[|\]$/g, ""),
    port,
    isSecure,
    user: user.right,
    password: password.right,
    shown: `${scheme}://${host}:${port}`,
  });
};

/** Limits of the connection to a broker: milliseconds, bytes or counts. */
export interface BrokerLimits {
  /** Until the broker has accepted the connection. */
  readonly mqttMs: number;
  /** Without a sign of the broker, or with a message that it does not confirm, after which the connection is given up. */
  readonly mqttSilenceMs: number;
  /** Between two attempts, at most. */
  readonly mqttPauseMs: number;
  /** Of one packet from the broker. */
  readonly mqttPacketBytes: number;
  /** That are read of the broker in a second. */
  readonly mqttSecondBytes: number;
  /** Packets that are read of the broker in a second, give or take a thousand. */
  readonly mqttSecondPackets: number;
  /** Messages that the broker has not confirmed yet. */
  readonly mqttUnconfirmed: number;
  /** Topics that wait to be told or removed. */
  readonly mqttTopics: number;
}

/**
 * A broker of the home answers within milliseconds. The largest packet that is subscribed to is the description of a zone, of
 * which 200 come at once; twice that often other things are wrong. 200 zones have 401 topics, and as many may be leftovers.
 */
export const brokerLimits = {
  mqttMs: 10_000,
  mqttSilenceMs: 30_000,
  mqttPauseMs: 30_000,
  mqttPacketBytes: 64 * 1024,
  mqttSecondBytes: 1024 * 1024,
  mqttSecondPackets: 10_000,
  mqttUnconfirmed: 20,
  mqttTopics: 1000,
};
