import assert from "node:assert/strict";
import { test } from "node:test";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { readConfig } from "../../src/server/read-settings.ts";
import { addressRule, readBrokerAddress } from "../../src/mqtt/broker-address.ts";

const partsOf = (address: string): readonly unknown[] => {
  assert.match(address, addressRule);
  const read = readBrokerAddress(address);
  assert(isRight(read), `${address}: ${JSON.stringify(read)}`);
  const { host, port, isSecure, user, password, shown } = read.right;
  return [host, port, isSecure, user, password, shown];
};

test("MQTT-7: a broker's address has a host, maybe a port, and maybe a user with a password", () => {
  const plain = "mqtt://core-mosquitto:1883";
  assert.deepEqual(partsOf("mqtt://core-mosquitto"), [
    "core-mosquitto",
    1883,
    false,
    undefined,
    undefined,
    plain,
  ]);
  assert.deepEqual(partsOf("mqtts://broker.example/").slice(0, 3), ["broker.example", 8883, true]);
  assert.deepEqual(partsOf("mqtt://[fe80::1]:99").slice(0, 2), ["fe80::1", 99]);
  assert.deepEqual(partsOf("mqtt://anna@h:1").slice(3), ["anna", undefined, "mqtt://h:1"]);
  assert.deepEqual(partsOf("mqtts://an%40na:p%3a%2F%40%25@h:1").slice(3), [
    "an@na",
    "p:/@%",
    "mqtts://h:1",
  ]);
  assert.deepEqual(partsOf("mqtt://anna:@h:1").slice(3, 5), ["anna", ""]);
});

test("MQTT-7, CLI-2: an address that is none is refused by its setting, without what was given", () => {
  for (const mqtt of [
    "core-mosquitto",
    "http://anna:geheim@h",
    "mqtt://anna:geheim@h@i",
    "mqtt://anna:ge/heim@h",
    "mqtt://anna:geheim@h:port",
    "mqtt://:geheim@h",
    "mqtt://anna:geheim@",
    "mqtt://anna:geheim@h/path",
  ]) {
    const config = readConfig((name) => (name === "mqtt" ? mqtt : undefined));
    assert(isLeft(config), mqtt);
    assert.match(config.left, /^--mqtt: expected an address such as mqtt:\/\/core-mosquitto:1883 /);
    assert(!config.left.includes("heim"), config.left);
  }
  for (const [address, why] of [
    ["mqtt://h:0", /a port from 1 to 65535/],
    ["mqtt://h:65536", /a port from 1 to 65535/],
    ["mqtt://anna:geheim%FF@h", /has a % /],
    ["mqtt://ge%heim@h", /has a % /],
  ] as const) {
    const read = readBrokerAddress(address);
    assert(isLeft(read), address);
    assert.match(read.left, why);
    assert(!read.left.includes("heim"), read.left);
  }
});
