import assert from "node:assert/strict";
import { test } from "node:test";
import { formatMetrics, formatFor } from "../../../src/server/metrics/metrics-route.ts";
import { type MetricFamily, Histogram } from "../../../src/server/metrics/metrics.ts";

const histogram = new Histogram([0.5, 1]);
for (const value of [0.25, 0.5, 0.75, 3]) histogram.observe(value);

const families: readonly MetricFamily[] = [
  {
    name: "saves_total",
    help: 'Saves, "all"\nof them \\',
    type: "counter",
    samples: [{ suffix: "", labels: { by: 'a\\b"c\nd' }, value: 3 }],
  },
  {
    name: "wait_seconds",
    help: "Waits.",
    type: "histogram",
    samples: histogram.samples({ kind: "long" }),
  },
  {
    name: "odd",
    help: "Odd.",
    type: "gauge",
    samples: [
      { suffix: "", labels: { is: "not" }, value: Number.NaN },
      { suffix: "", labels: { is: "much" }, value: Infinity },
      { suffix: "", labels: { is: "little" }, value: -Infinity },
    ],
  },
];

test("METRIC-1: Prometheus' text format has names, types, labels and values as its documentation says", () => {
  assert.deepEqual(formatMetrics("text", families).split("\n"), [
    "# TYPE saves_total counter",
    '# HELP saves_total Saves, "all"\\nof them \\\\',
    'saves_total{by="a\\\\b\\"c\\nd"} 3',
    "# TYPE wait_seconds histogram",
    "# HELP wait_seconds Waits.",
    'wait_seconds_bucket{kind="long",le="0.5"} 2',
    'wait_seconds_bucket{kind="long",le="1.0"} 3',
    'wait_seconds_bucket{kind="long",le="+Inf"} 4',
    'wait_seconds_sum{kind="long"} 4.5',
    'wait_seconds_count{kind="long"} 4',
    "# TYPE odd gauge",
    "# HELP odd Odd.",
    'odd{is="not"} NaN',
    'odd{is="much"} +Inf',
    'odd{is="little"} -Inf',
    "",
  ]);
});

test("METRIC-1: OpenMetrics names a counter without _total, tells units, and ends with # EOF", () => {
  const lines = formatMetrics("openmetrics", families).split("\n");
  assert.deepEqual(lines.slice(0, 6), [
    "# TYPE saves counter",
    '# HELP saves Saves, \\"all\\"\\nof them \\\\',
    'saves_total{by="a\\\\b\\"c\\nd"} 3',
    "# TYPE wait_seconds histogram",
    "# UNIT wait_seconds seconds",
    "# HELP wait_seconds Waits.",
  ]);
  assert.deepEqual(lines.slice(-2), ["# EOF", ""]);
});

test("METRIC-1: a format is chosen as Accept says", () => {
  const open = "application/openmetrics-text";
  const cases: readonly (readonly [accept: string | undefined, format: string])[] = [
    [undefined, "text"],
    ["*/*", "text"],
    ["text/plain;version=0.0.4", "text"],
    [open, "openmetrics"],
    [
      `${open};version=1.0.0,${open};version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1`,
      "openmetrics",
    ],
    [`${open};q=0.3, text/plain;q=0.9`, "text"],
    [`TEXT/PLAIN;q=0.5, ${open.toUpperCase()}; Q=0.5`, "openmetrics"],
    [`${open};q=0`, "text"],
    [`${open};q=odd`, "text"],
  ];
  for (const [accept, format] of cases) assert.equal(formatFor(accept), format, accept);
});
