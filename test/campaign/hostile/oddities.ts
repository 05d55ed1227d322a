import { brokenRequest } from "../../server/websocket/random-violations.ts";
import { attackKinds, type AttackKind } from "./attack-kind.ts";
import { request, upload } from "./requests.ts";

const sends = (text: string, ends: RegExp): Omit<AttackKind, "name"> => ({
  ends,
  act: (peer) => peer.send(Buffer.from(text, "latin1")),
});

const chunked = upload("Transfer-Encoding: chunked");
const manyHeaders = Array.from({ length: 3000 }, (_, at) => `X-${at}: y`);

/** Requests that are none, or that hardly anybody sends. */
export const oddities = attackKinds("oddities", {
  "a bad request line": sends("GET\r\n\r\n", /^400/),
  "no request line": sends("\0\0\0\0\0\0\0\0\r\n\r\n", /^400/),
  "a request to a TLS server": sends("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", /^400/),
  "HTTP/2 without asking": sends("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", /^(400|505)/),
  "HTTP/9.9": sends("GET / HTTP/9.9\r\nHost: 127.0.0.1\r\n\r\n", /^(400|505)/),
  "a huge header": sends(request("/", `X-Odd: ${"x".repeat(100_000)}`), /^(400|431)/),
  "a huge target": sends(request(`/${"x".repeat(100_000)}`), /^(400|414|431)/),
  "many headers": sends(request("/", ...manyHeaders), /^(200|400|431)/),
  "a header's name with a space": sends(request("/", "X Odd : x"), /^400/),
  "a chunk's length that is none": sends(`${chunked}zz\r\n`, /^40[01]/),
  "a chunk that is too long": sends(`${chunked}ffffffffffffffff\r\nx`, /^(400|401|413)/),
  "endless chunk extensions": sends(`${chunked}1;${"x".repeat(100_000)}`, /^(400|401|413)/),
  "two lengths": sends(`${upload("Content-Length: 1", "Content-Length: 2")}x`, /^400/),
  "a length and chunks": sends(
    `${upload("Content-Length: 1", "Transfer-Encoding: chunked")}x`,
    /^40[01]/,
  ),
  "a length below zero": sends(upload("Content-Length: -1"), /^400/),
  "an expectation": sends(upload("Expect: tea", "Content-Length: 1"), /^4(01|17)/),
  "a body that waits to be asked for": sends(
    upload("Expect: 100-continue", "Content-Length: 1000000"),
    /^401/,
  ),
  "HTTP/1.0": sends("GET /healthz HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n", /^200/),
  "a target with a host": sends(request("http://127.0.0.1/healthz"), /^(200|400|403|404)/),
  "a target of another host": sends(request("http://evil.example/"), /^(200|400|403|404)/),
  "a target that is none": sends(request("http://[/"), /^(400|403|404)/),
  CONNECT: sends(
    "CONNECT evil.example:80 HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    /^(40[0345]|cut)/,
  ),
  TRACE: sends("TRACE / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", /^405/),
  "OPTIONS *": sends("OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", /^(20[04]|40[0345])/),
  "a method that is none": sends("BREW / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", /^40[05]/),
  "no Host": sends("GET / HTTP/1.1\r\n\r\n", /^40[03]/),
  "two Hosts": sends(request("/", "Host: evil.example"), /^(200|400|403)/),
  "a Host that is not ours": sends("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", /^403/),
  "a Host that is not ours, for an upload": sends(
    upload("Content-Length: 0").replace("127.0.0.1", "evil.example:8125"),
    /^403/,
  ),
  "a Host that is none": sends("GET / HTTP/1.1\r\nHost: a b@[\r\n\r\n", /^40[03]/),
  "broken bytes": {
    ends: /^(4\d\d|1\d\d\d|101 cut|cut)/,
    act: (peer, random) => peer.send(brokenRequest(random)),
  },
});
