import assert from "node:assert/strict";
import { test } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { createUser, usersFile } from "../../src/auth/user-directory.ts";
import { upload } from "../images/image-requests.ts";
import { makeLink, nonces, openLink, tokenOf } from "../support/access-links.ts";
import { greyPng } from "../support/grey-png.ts";
import { ask, startTestHomes, type TestHome, type TestHomes } from "../support/homes.ts";
import { numberedPlan } from "../support/plans.ts";
import { ofMany } from "../support/timeouts.ts";
import {
  answerAt,
  byEveryMethod,
  type Documented,
  documentedCommands,
  type DocumentedRequest,
  documentedRequests,
  heardAt,
  homeHosts,
  type Place,
  placesOf,
} from "./home-surface.ts";

const config = { loginDelayMs: 0, loginFailures: 1_000_000, homeHosts };

/** Whatever one can show to a service: a token, the code of a link, and the address of an image. */
interface Shown {
  readonly token: string;
  readonly code: string;
  readonly image: string;
}

const wrong: Shown = {
  token: "w".repeat(43),
  code: "c".repeat(43),
  image: "/local/floorplan/bg_secret.png?v=1700000000000",
};

/** The rights of tokens that an administrator can make, each beyond those that are not named. */
const rights = {
  control: { control: true },
  positions: { positions: true },
  "one floor": { level: "ground" },
  delegate: { admin: true, control: true, delegate: true },
  ending: { admin: true, expires: "2h" },
} as const;

/** Lets a home have a token of each role, a link, and an image; returns what its users could show elsewhere, by role. */
const shownBy = async (home: TestHome): Promise<ReadonlyMap<string, Shown>> => {
  // Nobody grants a right that they lack. The home still sleeps, and finds this user when it wakes.
  const owner = await createUser(usersFile(home.data), "owner", {
    admin: true,
    control: true,
    positions: true,
  });
  assert(isRight(owner));
  const desk = await home.login(owner.right);
  const pixel = greyPng({ width: 1, height: 1, data: new Uint8Array([7]) });
  const image = await upload(home, "secret", pixel, "plan.png");
  await desk.save({ ...numberedPlan(1), background: image });
  const code = await makeLink(desk, "not opened");
  const opened = await makeLink(desk, "opened");
  const tokens = [
    ["owner", owner.right],
    ["admin", home.admin],
    ["viewer", home.viewer],
    ["link", await tokenOf(home, opened)],
  ];
  for (const [name, fields] of Object.entries(rights)) {
    const made = Object(await desk.result("floorplan/tokens/create", { name, ...fields }));
    tokens.push([name, String(made.token)]);
  }
  return new Map(tokens.map(([role = "", token = ""]) => [role, { token, code, image }]));
};

/** A request for a path of the documents, with all that one shows. */
const requestOf = (path: string, method: string, { token, code, image }: Shown) => {
  const file = image.slice(image.lastIndexOf("/") + 1);
  const target = path.replace("{file}", file).replace("{home}", "one");
  const body = JSON.stringify({ code, nonce: nonces[1] });
  // Of a long file, a part tells as much.
  const headers = { Authorization: `Bearer ${token}`, Range: "bytes=0-99" };
  if (["GET", "HEAD", "OPTIONS"].includes(method)) return [target, { method, headers }] as const;
  // Node.js sends no length with the body of a DELETE.
  const length = { "Content-Length": String(body.length) };
  return [target, { method, headers: { ...headers, ...length }, body }] as const;
};

/** All answers of a place to what somebody shows there, by request. */
const answersAt = async (
  port: number,
  place: Place,
  requests: readonly DocumentedRequest[],
  shown: Shown,
): Promise<ReadonlyMap<string, string>> => {
  const answers = new Map<string, string>();
  for (const [method, path] of requests) {
    const [target, asked] = requestOf(path, method, shown);
    answers.set(`${method} ${path}`, await answerAt(port, place, target, asked));
  }
  return answers;
};

/** Fails where somebody with a wrong token got what only those with a valid one get. */
const assertGuarded = (
  answers: ReadonlyMap<string, string>,
  requests: readonly DocumentedRequest[],
): void => {
  const guarded = requests.filter(([, , needsToken]) => needsToken === true);
  assert(guarded.length > 1, "something is guarded");
  for (const [method, path] of guarded)
    assert.match(answers.get(`${method} ${path}`) ?? "", /^\{"status":401,/, `${method} ${path}`);
};

const strangePlaces = ["two", "nobody"].flatMap(placesOf);

const providerToken = ({ service }: TestHomes): string =>
  service.first.firstToken ?? assert.fail("the provider has a token");

test(
  "HOMES-130: what is valid in one home is wrong at every route of another, and of one that does not exist",
  ofMany,
  async (t) => {
    const homes = await startTestHomes(t, { config });
    const { port, home } = homes;
    const one = home("one");
    const roles = new Map(await shownBy(one));
    roles.set("provider", { ...wrong, token: providerToken(homes) });
    const { ofHome, ofProvider } = await documentedRequests(one, port);
    const documented = [...ofHome, ...ofProvider];
    const all = byEveryMethod(documented);
    for (const place of strangePlaces) {
      const expected = await answersAt(port, place, all, wrong);
      assertGuarded(expected, ofHome);
      for (const [role, shown] of roles) {
        // Who has all rights tries everything, and the others what is documented.
        const tried = role === "owner" ? all : documented;
        const answers = await answersAt(port, place, tried, shown);
        for (const [request, answer] of answers)
          assert.equal(answer, expected.get(request), `${role}: ${request} at ${place.path}`);
      }
    }
    // All of it is valid where it belongs.
    const { code, image } = roles.get("admin") ?? wrong;
    assert.equal((await ask(port, `/h/one${image}`)).status, 200);
    assert.equal((await openLink(one, code))[0], 200);
  },
);

test(
  "HOMES-130: no token of one home runs any command at another, or at one that does not exist",
  ofMany,
  async (t) => {
    const homes = await startTestHomes(t, { config });
    const { port, home } = homes;
    const roles = new Map(await shownBy(home("one")));
    const commands = await documentedCommands(home("two"), "x");
    const messageOf = (id: number, { type, sample }: Documented) => ({ id, type, ...sample });
    const sent = commands.map((command, at) => messageOf(at + 1, command));
    const auth = (token: string) => ({ type: "auth", access_token: token });
    for (const [role, { token }] of roles) {
      const peer = await home("one").login(token);
      assert.equal((await peer.command("ping"))["type"], "pong", `${role} is valid in its home`);
    }
    roles.set("provider", { ...wrong, token: providerToken(homes) });
    for (const place of strangePlaces) {
      const expected = await heardAt(t, port, place, [auth(wrong.token), ...sent]);
      assert.match(expected, /"auth_invalid"/);
      assert.doesNotMatch(expected, /"result"|"pong"/);
      for (const [role, { token }] of roles) {
        const heard = await heardAt(t, port, place, [auth(token), ...sent]);
        assert.equal(heard, expected, `${role} at ${place.path}`);
      }
      const refused = await heardAt(t, port, place, [{ id: 1, type: "no command" }]);
      for (const command of sent)
        assert.equal(await heardAt(t, port, place, [command]), refused, command.type);
    }
  },
);

test(
  "HOMES-131: no token of a home is one of the provider, at any of its routes, and nothing changes by trying",
  ofMany,
  async (t) => {
    const homes = await startTestHomes(t, { config });
    const { port, home } = homes;
    const headers = { Authorization: `Bearer ${providerToken(homes)}` };
    const listed = async (): Promise<string> => {
      const { status, body } = await ask(port, "/provider/homes", { headers });
      assert.equal(status, 200, body);
      return body;
    };
    const roles = await shownBy(home("one"));
    const { ofProvider } = await documentedRequests(home("one"), port);
    const all = byEveryMethod(ofProvider);
    const before = await listed();
    const place = { id: "", path: "", headers: {} };
    const expected = await answersAt(port, place, all, wrong);
    assertGuarded(expected, ofProvider);
    for (const [role, shown] of roles) {
      const answers = await answersAt(port, place, all, shown);
      for (const [request, answer] of answers)
        assert.equal(answer, expected.get(request), `${role}: ${request}`);
    }
    assert.equal(await listed(), before);
    // A websocket is none of the provider's, whatever is shown.
    const upgrade = await ask(port, "/api/websocket", { headers });
    assert.equal(upgrade.status, 404);
  },
);
