import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { DEPLOY, deployFile } from "./deploy-files.testing.ts";
import { exportedMetrics } from "./exported-metrics.testing.ts";
import { isProductionName, PRODUCTION, readEach } from "./processes.ts";

type Rule = {
  alert: string;
  expr: string;
  for: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
};
const { groups } = parse(deployFile("monitoring/alerts.yaml")) as { groups: { rules: Rule[] }[] };
const alerts = groups.flatMap(({ rules }) => rules);

type Panel = { id: number; title: string; targets?: { expr: string; legendFormat: string }[] };
const dashboard = JSON.parse(deployFile("monitoring/dashboard.json")) as { panels: Panel[] };
const targets = dashboard.panels.flatMap((panel) => panel.targets ?? []);

const runbooks = readFileSync("docs/runbooks.md", "utf8");
const exported = exportedMetrics();

/** Made by Prometheus: of the target, of the scrape, and of a histogram's buckets. */
const OF_PROMETHEUS = { names: ["up"], labels: ["job", "instance", "le"] };
const NAME = /\b(?:up\b|(?:svc|venue|oracle|vault|chain|process|nodejs)_[a-z0-9_]+)/g;

const isKnown = (name: string): boolean =>
  OF_PROMETHEUS.names.includes(name) ||
  exported.some(
    (metric) =>
      metric.name === name ||
      (metric.isHistogram && name.replace(/_(?:bucket|sum|count)$/, "") === metric.name),
  );

/** Labels that an expression selects or groups by. */
function labelsOf(expression: string): string[] {
  const selected = [...expression.matchAll(/[{,]\s*(\w+)(?:=|!)/g)].map(([, label = ""]) => label);
  const grouped = [...expression.matchAll(/\b(?:by|on) \(([^)]*)\)/g)].flatMap(([, list = ""]) =>
    list.split(",").map((label) => label.trim()),
  );
  return [...selected, ...grouped].filter((label) => label !== "");
}

const EXPRESSIONS = [
  ...alerts.map(({ alert, expr }) => [alert, expr] as const),
  ...targets.map(({ expr }) => [expr, expr] as const),
];

test.each(EXPRESSIONS)(
  "%s reads metrics that are exported, by labels that they have",
  (_name, expression) => {
    const names: string[] = expression.match(NAME) ?? [];
    expect(names).not.toEqual([]);
    expect(names.filter((name) => !isKnown(name))).toEqual([]);
    const known = exported.filter(({ name }) => names.some((one) => one.startsWith(name)));
    const labels = [...known.flatMap((metric) => metric.labels), ...OF_PROMETHEUS.labels];
    expect(labelsOf(expression).filter((label) => !labels.includes(label))).toEqual([]);
  },
);

test("a legend names labels that its metric has", () => {
  for (const { expr, legendFormat } of targets) {
    const named = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = ""]) => label);
    const metrics = exported.filter(({ name }) => expr.includes(name));
    const labels = [...metrics.flatMap((metric) => metric.labels), ...OF_PROMETHEUS.labels];
    expect(
      named.filter((label) => !labels.includes(label)),
      expr,
    ).toEqual([]);
  }
});

describe("the runbooks", () => {
  const entries = [...runbooks.matchAll(/^### (\w+)\n\n\*(\w+)\.\* (.*?)(?=^##)/gms)];

  test("have an entry for each alert, with its severity and what to do", () => {
    const written = entries.map(([, name, severity, text = ""]) => [
      name,
      severity?.toLowerCase(),
      /^1\. \S/m.test(text),
    ]);
    expect(written).toEqual(alerts.map(({ alert, labels }) => [alert, labels["severity"], true]));
  });

  test("are where the alert says", () => {
    for (const { alert, annotations } of alerts) {
      expect(annotations["runbook"]).toBe(`docs/runbooks.md#${alert.toLowerCase()}`);
      expect(runbooks).toContain(`${annotations["summary"]}. `);
    }
  });

  test("list every metric of our own, with its process, labels and meaning", () => {
    const rows = exported
      .filter(({ name }) => !/^(?:process|nodejs)_/.test(name))
      .map(({ name, process, labels, help }) => {
        const shown = labels.map((label) => `\`${label}\``).join(", ");
        return `| \`${name}\` | ${process} | ${shown} | ${help.replace(/\.$/, "")} |`;
      });
    expect(runbooks.split("\n").filter((line) => line.startsWith("| `"))).toEqual(rows);
  });
});

test("Prometheus reads the ports of the processes", () => {
  const { scrape_configs } = parse(deployFile("monitoring/prometheus.yaml")) as {
    scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[];
  };
  expect(scrape_configs.map(({ job_name }) => job_name).toSorted()).toEqual(
    [...new Set(exported.map(({ process }) => process))].toSorted(),
  );
  for (const { job_name: job, static_configs } of scrape_configs) {
    if (!isProductionName(job)) throw new Error(`${job} is no process`);
    const { settings, portSetting } = PRODUCTION[job];
    const port = new Map(Object.entries(readEach(settings, {}))).get(portSetting);
    for (const target of static_configs.flatMap((one) => one.targets)) {
      expect(target).toMatch(new RegExp(`:${String(port)}$`));
    }
  }
});

test("every panel has an id of its own", () => {
  const ids = dashboard.panels.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;
test.skipIf(!hasPromtool)("the rules fire when they should, and not before", () => {
  const given = ["test", "rules", "alerts.test.yaml"];
  const cwd = join(DEPLOY, "monitoring");
  const { status, stdout, stderr } = spawnSync("promtool", given, { cwd, encoding: "utf8" });
  expect(status, stdout + stderr).toBe(0);
});
