/** A request without a body, as a well-behaved client sends it; `lines` are further headers. */
export const request = (target: string, ...lines: readonly string[]): string =>
  [`GET ${target} HTTP/1.1`, "Host: 127.0.0.1", ...lines, "\r\n"].join("\r\n");

/** An upload of nothing that is an image; without a token it is refused before its body is read. */
export const upload = (...lines: readonly string[]): string =>
  [
    "POST /api/floorplan/background?level=0 HTTP/1.1",
    "Host: 127.0.0.1",
    "Content-Type: multipart/form-data; boundary=b",
    ...lines,
    "\r\n",
  ].join("\r\n");

/** Offers another protocol. */
export const offer = (protocol: string, target = "/healthz"): string =>
  request(target, `Connection: Upgrade, HTTP2-Settings`, `Upgrade: ${protocol}`);
