import assert from "node:assert/strict";
import { readdir, stat } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { bounded, until } from "../../support/timeouts.ts";
import { startDouble } from "../../support/double-home-assistant.ts";
import { eventually } from "../../support/polling.ts";
import { ingressHeaders, startBehindIngress } from "../../support/ingress.ts";
import { Peer } from "../../support/peer.ts";
import { numberedPlan, samplePlan } from "../../support/plans.ts";
import { startTestService } from "../../support/service.ts";
import { SegmentDisk } from "../../service/segment-disk.ts";
import { linesAbout } from "../log-lines.ts";
import { scrape, valueOf } from "./scrape.ts";

const KiB = 1024;
const subscribe = "floorplan/plan/subscribe";

test(
  "METRIC-5, METRIC-6: saves, syncs, fan-outs and the start are counted and timed; a full disk is told of",
  bounded,
  async (t) => {
    const disk = new SegmentDisk();
    const { port, url, admin, viewer } = await startTestService(t, { fs: disk.fs });
    const editor = await Peer.login(t, port, admin);
    const watcher = await Peer.login(t, port, viewer);
    await watcher.result(subscribe);
    for (let number = 1; number <= 3; number += 1) await editor.save(numberedPlan(number));
    await editor.error("floorplan/plan/save", { plan: numberedPlan(4), rev: 1 });
    for (let events = 0; events < 4; events += 1) await watcher.nextEvent();
    const { syncs } = disk;
    disk.fillUp();
    await editor.error("floorplan/plan/save", { plan: numberedPlan(4) });
    const scraped = await scrape(url, admin);
    const saves = (outcome: string): number =>
      valueOf(scraped, "floorplan_save_duration_seconds_count", { outcome });
    assert.deepEqual(
      ["saved", "conflict", "refused", "failed", "unknown"].map(saves),
      [3, 1, 0, 1, 0],
    );
    assert.equal(valueOf(scraped, "floorplan_log_sync_duration_seconds_count"), syncs);
    assert.equal(valueOf(scraped, "floorplan_fanout_duration_seconds_count"), 3);
    const recovered = "floorplan_recovery_duration_seconds_count";
    assert.equal(valueOf(scraped, recovered, { outcome: "loaded" }), 1);
    assert.equal(valueOf(scraped, recovered, { outcome: "refused" }), 0);
    const sum = valueOf(scraped, "floorplan_save_duration_seconds_sum", { outcome: "saved" });
    const most = valueOf(scraped, "floorplan_save_duration_seconds_bucket", {
      outcome: "saved",
      le: "+Inf",
    });
    assert(sum > 0 && most === 3);
    assert.equal(valueOf(scraped, "floorplan_revision"), 3);
    assert.equal(valueOf(scraped, "floorplan_status", { status: "failed" }), 1);
    assert.equal(valueOf(scraped, "floorplan_status", { status: "ready" }), 0);
    assert.equal(valueOf(scraped, "floorplan_ready"), 0);
    assert.equal(valueOf(scraped, "floorplan_mailbox_messages"), 0);
    assert.equal(valueOf(scraped, "floorplan_mailbox_bytes"), 0);
  },
);

test(
  "METRIC-6, METRIC-7: connections are told by whose they are, with their subscriptions; so is Home Assistant's state",
  bounded,
  async (t) => {
    const home = await startDouble(t);
    const service = await startBehindIngress(t, home);
    const { port, url, admin } = service;
    const own = await Peer.login(t, port, admin);
    await own.result(subscribe);
    await own.result(subscribe);
    await Peer.login(t, port, home.user.longLivedToken);
    const login = await fetch(`${url}/auth/ingress`, {
      method: "POST",
      headers: ingressHeaders(home.guest),
    });
    const [, token = ""] = /"token":"([^"]+)"/.exec(await login.text()) ?? [];
    await Peer.login(t, port, token);
    await Peer.open(t, port);
    await Peer.open(t, port);
    const scraped = await scrape(url, admin);
    const many = (kind: string): number => valueOf(scraped, "floorplan_connections", { kind });
    assert.deepEqual(["token", "home_assistant", "ingress", "stranger"].map(many), [1, 1, 1, 2]);
    assert.equal(valueOf(scraped, "floorplan_subscriptions"), 2);
    const status = "floorplan_home_assistant_status";
    assert.equal(valueOf(scraped, status, { status: "connected" }), 1);
    assert.equal(valueOf(scraped, status, { status: "unreachable" }), 0);
    await home.stop();
    await eventually(async () => {
      const away = valueOf(await scrape(url, admin), status, { status: "unreachable" });
      return away === 1 ? { seen: away } : { not: `unreachable: ${away}` };
    }, 60_000);
  },
);

test(
  "METRIC-6: a peer that reads nothing is seen in the backlog, and then among those cut off",
  bounded,
  async (t) => {
    const outboxBytes = 256 * KiB;
    const { port, url, admin, viewer, log } = await startTestService(t, {
      config: { outboxBytes },
    });
    const editor = await Peer.login(t, port, admin);
    const deaf = await Peer.login(t, port, viewer);
    for (let count = 0; count < 8; count += 1) await deaf.result(subscribe);
    deaf.ws.pause();
    let rev = 0;
    while (linesAbout(log, "reads too slowly").length === 0)
      rev = await editor.save(samplePlan("house", rev));
    const scraped = await scrape(url, admin);
    assert.equal(valueOf(scraped, "floorplan_slow_consumers_total", { kind: "subscriber" }), 1);
    assert.equal(valueOf(scraped, "floorplan_slow_consumers_total", { kind: "request" }), 0);
    const most = valueOf(scraped, "floorplan_outbox_backlog_max_bytes");
    assert(most > outboxBytes, `it has more than the limit until it is gone: ${most}`);
    assert(valueOf(scraped, "floorplan_outbox_backlog_bytes") >= most);
  },
);

test(
  "METRIC-6: the log's files, its snapshots and the images are told as they lie on the disk",
  bounded,
  async (t) => {
    const config = { segmentBytes: 16 * KiB, snapshotBytes: 16 * KiB };
    const { port, url, admin, data } = await startTestService(t, { config });
    const editor = await Peer.login(t, port, admin);
    for (let number = 0; number < 12; number += 1) await editor.save(samplePlan("flat", number));
    const form = new FormData();
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';
    form.set("level", "ground");
    form.set("file", new Blob([drawing], { type: "image/svg+xml" }), "scan.svg");
    const posted = await fetch(`${url}/api/floorplan/background`, {
      method: "POST",
      headers: { Authorization: `Bearer ${admin}` },
      body: form,
    });
    assert.equal(posted.status, 200);
    /** The log's files, once none is made or removed any more. */
    const onDisk = async () => {
      const names = await readdir(join(data, "log"));
      const files = names.filter((name) => /\.(?:seg|snap)$/.test(name));
      const sizes = await Promise.all(files.map((name) => stat(join(data, "log", name))));
      return {
        segments: files.filter((name) => name.endsWith(".seg")).length,
        bytes: sizes.reduce((sum, { size }) => sum + size, 0),
      };
    };
    await eventually(async () => {
      const scraped = await scrape(url, admin);
      const found = {
        segments: valueOf(scraped, "floorplan_log_segments"),
        bytes: valueOf(scraped, "floorplan_log_bytes"),
      };
      const there = await onDisk();
      const told = JSON.stringify(found) === JSON.stringify(there);
      const snapshots = valueOf(scraped, "floorplan_log_snapshots_total");
      return told && snapshots > 0
        ? { seen: found }
        : { not: JSON.stringify({ found, there, snapshots }) };
    }, 30_000);
    const scraped = await scrape(url, admin);
    assert.equal(valueOf(scraped, "floorplan_images"), 1);
    assert.equal(valueOf(scraped, "floorplan_images_bytes"), drawing.length);
  },
);

test(
  "METRIC-6: connections without a place, and what is no request, are counted",
  bounded,
  async (t) => {
    const { port, url, admin } = await startTestService(t, { config: { connections: 4 } });
    // Of one address a quarter of the places of strangers is left to it.
    const strangers = await Promise.all(Array.from({ length: 8 }, () => Peer.open(t, port)));
    await until(() => strangers.some(({ ws }) => ws.readyState !== ws.OPEN));
    const socket = connect(port, "127.0.0.1");
    socket.end("no request at all\r\n\r\n");
    await text(socket);
    const scraped = await scrape(url, admin);
    const refused = "floorplan_connections_refused_total";
    assert(valueOf(scraped, refused, { reason: "no_place" }) > 0);
    assert.equal(valueOf(scraped, refused, { reason: "bad_request" }), 1);
  },
);
