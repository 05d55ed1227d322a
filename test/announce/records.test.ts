import assert from "node:assert/strict";
import { test } from "node:test";
import type { Packet } from "dns-packet";
import { goodbyeOf, isAsked, recordsOf, serviceType } from "../../src/announce/records.ts";

const announced = {
  home: "0123456789abcdef0123456789abcdef",
  domain: "floorplan",
  version: "1.2.3",
  machine: "Plan_Host.example.org",
  port: 8125,
  url: undefined,
};

const records = recordsOf(announced, "192.168.1.20");

test("FIND-1: the network is told the home's id, the domain, the version, the port and the address, under names that are labels of DNS", () => {
  const label = "floorplan-01234567-plan-host-8125";
  const told = records.map(({ type, name }) => `${type} ${name}`);
  assert.deepEqual(told, [
    "PTR _floorplan._tcp.local",
    "PTR _services._dns-sd._udp.local",
    `SRV ${label}._floorplan._tcp.local`,
    `TXT ${label}._floorplan._tcp.local`,
    `A ${label}.local`,
  ]);
  const [, , srv, txt, a] = records;
  assert.deepEqual(srv?.type === "SRV" && srv.data, { port: 8125, target: `${label}.local` });
  assert.deepEqual(txt?.type === "TXT" && txt.data, [
    "id=0123456789abcdef0123456789abcdef",
    "domain=floorplan",
    "version=1.2.3",
  ]);
  assert.equal(a?.type === "A" && a.data, "192.168.1.20");
  const long = recordsOf({ ...announced, machine: "m".repeat(63), port: 65_535 }, "2001:db8::7");
  assert(long.every(({ name }) => name.split(".").every((each) => each.length <= 63)));
  assert.equal(long.at(-1)?.type, "AAAA");
});

test("FIND-1: with an address for people, the network is told that too", () => {
  const [, , , txt] = recordsOf({ ...announced, url: "https://plan.example" }, "192.168.1.20");
  assert(txt?.type === "TXT" && Array.isArray(txt.data));
  assert(txt.data.includes("url=https://plan.example"));
});

test("FIND-2: a question is answered if it is about a record that the asker does not have", () => {
  const asks = (question: object, answers: Packet["answers"] = []): boolean =>
    isAsked(Object.assign({ answers }, { questions: [Object(question)] }), records);
  assert(asks({ name: serviceType, type: "PTR" }));
  assert(asks({ name: serviceType.toUpperCase(), type: "ANY" }));
  assert(asks({ name: "floorplan-01234567-plan-host-8125.local", type: "A" }));
  assert(!asks({ name: serviceType, type: "A" }));
  assert(!asks({ name: "_http._tcp.local", type: "PTR" }));
  const [known] = records;
  assert(known?.type === "PTR");
  assert(!asks({ name: serviceType, type: "PTR" }, [known]));
  assert(asks({ name: serviceType, type: "PTR" }, [{ ...known, ttl: 60 }]), "soon forgotten");
  assert(asks({ name: serviceType, type: "PTR" }, [{ ...known, data: "another" }]));
});

test("FIND-2: a goodbye is each record with no time left", () => {
  const named = (list: typeof records) => list.map(({ type, name }) => `${type} ${name}`);
  assert.deepEqual(named(goodbyeOf(records)), named(records));
  assert(goodbyeOf(records).every((record) => "ttl" in record && record.ttl === 0));
});
