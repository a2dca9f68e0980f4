import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { Secret } from "#lib/kernel/env.ts";
import { checkProduction, type Environments } from "./check.ts";
import {
  composeStarts,
  DEPLOY,
  deployFile,
  kubernetesObjects,
  kubernetesStarts,
  readUnit,
  type Start,
  UNITS,
  unitStarts,
} from "./deploy-files.testing.ts";
import { PRODUCTION, PRODUCTION_NAMES, type ProductionName, readEach } from "./processes.ts";
import { safeEnvironments } from "./safe-environments.testing.ts";

const COMPOSE = ["compose.yaml", "compose.custody.yaml", "compose.signer.yaml"];
const DEPLOYMENTS: Readonly<Record<string, Start[]>> = {
  compose: COMPOSE.flatMap(composeStarts),
  kubernetes: kubernetesStarts(),
  systemd: unitStarts(),
};
const STARTS = Object.values(DEPLOYMENTS).flat();

/** Read by no schema: Node and Next read them, and Kubernetes makes others of the last. */
const NOT_OURS = ["NODE_ENV", "NEXT_TELEMETRY_DISABLED", "POD_NAME"];

/** How long a process may take to end, after SIGTERM (STOP_TIMEOUT_MS of the app, SHUTDOWN_MS of the venue). */
const STOP_SECONDS: Partial<Record<ProductionName, number>> = { app: 10, venue: 15 };

function portOf(name: ProductionName): number {
  const { settings, portSetting } = PRODUCTION[name];
  return Number(new Map(Object.entries(readEach(settings, {}))).get(portSetting));
}

/** With values in place of what an operator fills in. */
function filled({ process, environment }: Start): Record<string, string | undefined> {
  const safe = safeEnvironments()[process];
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, value || safe[name]]),
  );
}

test.each(Object.keys(DEPLOYMENTS))("%s starts every process", (kind) => {
  const started = new Set(DEPLOYMENTS[kind]?.map(({ process }) => process));
  expect([...started].toSorted()).toEqual(PRODUCTION_NAMES.toSorted());
});

test.each(STARTS)("$location has settings that exist, and every required one", (start) => {
  const { settings } = PRODUCTION[start.process];
  const names = Object.keys(start.environment);
  const known = [...Object.keys(settings.shape), ...NOT_OURS];
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
  const required = Object.entries(settings.shape).filter(
    ([, setting]) => !setting.safeParse(undefined).success,
  );
  expect(required.map(([name]) => name).filter((name) => !names.includes(name))).toEqual([]);
});

test.each(STARTS)("$location has no secret", ({ process, environment }) => {
  const read = Object.entries(readEach(PRODUCTION[process].settings, environment));
  expect(read.flatMap(([name, value]) => (value instanceof Secret ? [name] : []))).toEqual([]);
});

test.each(STARTS)("$location asks for health where the process answers", (start) => {
  const { program } = PRODUCTION[start.process];
  const port = portOf(start.process);
  for (const health of start.health) {
    expect(health).toEqual({ path: expect.stringMatching(/^\/(?:healthz|readyz)$/), port });
    const folder = dirname(program);
    const answers =
      folder === "."
        ? existsSync(`app${health.path}/route.ts`)
        : globSync(`${folder}/**/*.ts`).some((file) =>
            readFileSync(file, "utf8").includes(health.path),
          );
    expect(answers, `${program} ${health.path}`).toBe(true);
  }
  for (const published of start.ports) expect(published).toBe(port);
});

test.each(STARTS)("$location gives the process the time that its end may take", (start) => {
  expect(start.stopSeconds).toBeGreaterThan(STOP_SECONDS[start.process] ?? 5);
});

test.each(Object.keys(DEPLOYMENTS))(
  "%s, filled in, passes the check for production",
  async (kind) => {
    const starts = DEPLOYMENTS[kind] ?? [];
    const nodes = { systemd: { VENUE_NODE_URL: "https://venue-a.trade.example" } };
    const environments: Environments = Object.fromEntries(
      starts.map((start) => [
        start.process,
        { ...filled(start), ...(start.process === "venue" && nodes[kind as "systemd"]) },
      ]),
    );
    const findings = await checkProduction(environments, async () => []);
    expect(findings.filter(({ level }) => level !== "advice")).toEqual([]);
  },
);

describe("Kubernetes", () => {
  const objects = kubernetesObjects();

  test("every manifest is named by a kustomization of its folder", () => {
    for (const file of globSync("kubernetes/**/*.yaml", { cwd: DEPLOY })) {
      if (file.endsWith("kustomization.yaml")) continue;
      const kustomization = deployFile(join(dirname(file), "kustomization.yaml"));
      expect(kustomization, file).toMatch(new RegExp(`[[ ]${file.split("/").at(-1)}[,\\]]`));
    }
  });

  test("nobody connects to a process but those whom a policy of its folder names", () => {
    const policies = objects.filter(({ object }) => object.kind === "NetworkPolicy");
    for (const { file, object } of objects) {
      if (object.kind !== "Deployment" && object.kind !== "StatefulSet") continue;
      const own = policies.filter((one) => dirname(one.file) === dirname(file));
      const names = own.map((one) => one.object.metadata.name);
      const { name } = object.metadata;
      expect(names, file).toEqual(expect.arrayContaining(["nobody", name.split("-")[0]]));
    }
  });

  test("every address of an ingress is a service, which leads to the port of a process", () => {
    const services = objects.filter(({ object }) => object.kind === "Service");
    const ports = services.map(({ object }) => [
      object.metadata.name,
      object.spec?.ports?.[0]?.port,
    ]);
    const backends = deployFile("kubernetes/ingress.yaml").matchAll(
      /service: \{ name: ([\w-]+), port: \{ number: (\d+) \}/g,
    );
    const named = [...backends].map(([, name, port]) => [name, Number(port)]);
    expect(named.length).toBeGreaterThan(3);
    for (const one of named) expect(ports).toContainEqual(one);
    for (const [name, port] of ports) {
      const process = PRODUCTION_NAMES.find((one) => String(name).startsWith(one));
      expect(port, String(name)).toBe(process && portOf(process));
    }
  });

  test("a pod cannot gain rights, and writes to its volumes alone", () => {
    const pods = objects.filter(({ object }) => object.spec?.template !== undefined);
    expect(pods).toHaveLength(5);
    for (const { object } of pods) {
      expect(object.spec?.template?.spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
        containers: [
          {
            securityContext: {
              allowPrivilegeEscalation: false,
              readOnlyRootFilesystem: true,
              capabilities: { drop: ["ALL"] },
            },
          },
        ],
      });
    }
  });
});

describe("systemd", () => {
  const HARDENED = {
    DynamicUser: "yes",
    ProtectSystem: "strict",
    ProtectHome: "yes",
    PrivateDevices: "yes",
    NoNewPrivileges: "yes",
    CapabilityBoundingSet: "",
    LimitCORE: "0",
    Restart: "always",
  };

  test.each(UNITS)("%s is hardened, and keeps its state in a folder of its own", (file) => {
    const unit = readUnit(deployFile(file));
    for (const [name, value] of Object.entries(HARDENED))
      expect(unit.get(name), name).toEqual([value]);
    const name = file.replace(/^systemd\/(.*)\.service$/, "$1");
    expect(unit.get("StateDirectory")).toEqual([name]);
  });

  const isHere = spawnSync("systemd-analyze", ["--version"]).status === 0;
  test.skipIf(!isHere || !existsSync("/usr/bin/node"))("its own check has nothing to say", () => {
    const files = UNITS.map((file) => join(DEPLOY, file));
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", ...files], {
      encoding: "utf8",
    });
    expect(stderr.split("\n").filter((line) => line.includes("svc-"))).toEqual([]);
    expect(status).toBe(0);
  });
});

describe("the fronts", () => {
  const nginx = deployFile("nginx/svc.conf");
  const caddy = deployFile("caddy/Caddyfile");

  test("lead to the ports of app and venue", () => {
    for (const text of [nginx, caddy]) {
      const ports = [...text.matchAll(/127\.0\.0\.1:(\d+)/g)].map(([, port]) => Number(port));
      // The second venue of one machine has the next port.
      expect(new Set(ports)).toEqual(new Set([3000, portOf("venue"), portOf("venue") + 1]));
      expect(portOf("app")).toBe(3000);
    }
  });

  test("keep metrics inside, send events at once, and leave HSTS to the app", () => {
    expect(nginx.match(/location ~ \^\/\(metrics\|readyz\)\$ \{\s*return 404;/g)).toHaveLength(3);
    expect(caddy.match(/^\timport private$/gm)).toHaveLength(3);
    expect(nginx).toContain("proxy_buffering off;");
    expect(caddy).toContain("flush_interval -1");
    for (const text of [nginx, caddy]) expect(text).not.toMatch(/Strict-Transport/i);
  });

  test("replace the address that a client claims, as the depth of 1 requires", () => {
    expect(nginx).toContain("proxy_set_header X-Forwarded-For $remote_addr;");
    expect(caddy).toContain("header_up X-Forwarded-For {remote_host}");
    const depths = STARTS.flatMap(({ environment }) => [
      environment["TRUSTED_PROXY_DEPTH"],
      environment["VENUE_TRUSTED_PROXIES"],
    ]);
    expect(new Set(depths.filter((depth) => depth !== undefined))).toEqual(new Set(["1"]));
  });

  test("keep the pages of replicas that run while the venue is away", () => {
    expect(caddy).toContain("health_uri /healthz");
    const app = kubernetesStarts().find(({ process }) => process === "app");
    // Liveness, start and readiness.
    expect(app?.health.map(({ path }) => path)).toEqual(["/healthz", "/readyz", "/healthz"]);
  });

  const hasNginx = spawnSync("nginx", ["-v"]).status === 0;
  test.skipIf(!hasNginx)("nginx takes its file", () => {
    const folder = mkdtempSync(join(tmpdir(), "deploy-nginx-"));
    try {
      const pair = ["trade.example.key", "trade.example.pem"].map((name) => join(folder, name));
      const [key = "", certificate = ""] = pair;
      const made = [
        "req",
        "-x509",
        "-nodes",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:P-256",
      ];
      spawnSync("openssl", [...made, "-subj", "/CN=test", "-keyout", key, "-out", certificate]);
      writeFileSync(join(folder, "svc.conf"), nginx.replaceAll("/etc/ssl/svc", folder));
      const main = `pid ${folder}/pid; events {} http { include ${folder}/svc.conf; }`;
      writeFileSync(join(folder, "nginx.conf"), main);
      const given = ["-t", "-q", "-c", join(folder, "nginx.conf"), "-p", folder];
      const { stderr, status } = spawnSync("nginx", given, { encoding: "utf8" });
      expect(`${status} ${stderr}`).toBe("0 ");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  const hasCaddy = spawnSync("caddy", ["version"]).status === 0;
  test.skipIf(!hasCaddy)("Caddy takes its file", () => {
    const file = join(DEPLOY, "caddy/Caddyfile");
    const given = ["validate", "--adapter", "caddyfile", "--config", file];
    const { stderr, status } = spawnSync("caddy", given, { encoding: "utf8" });
    expect(status, stderr).toBe(0);
  });
});

describe("the image", () => {
  const lines = deployFile("Dockerfile").split("\n");
  const ignored = deployFile("Dockerfile.dockerignore").split("\n");
  const included = ignored.filter((line) => line.startsWith("!")).map((line) => line.slice(1));

  test("runs as a user without rights, on the Node that the service needs", () => {
    const last = lines.slice(lines.findLastIndex((line) => line.startsWith("FROM ")));
    expect(last[0]).toMatch(/^FROM node:24-/);
    expect(last).toContain("USER node");
  });

  test("is made without a secret", () => {
    const names = PRODUCTION_NAMES.flatMap((name) =>
      Object.entries(readEach(PRODUCTION[name].settings, safeEnvironments()[name]))
        .filter(([, value]) => value instanceof Secret)
        .map(([setting]) => setting),
    );
    expect(names.filter((name) => deployFile("Dockerfile").includes(name))).toEqual([]);
    expect(ignored).toContain("**/*.env");
  });

  test("has every file that its files import", () => {
    const isIncluded = (path: string) =>
      included.some((one) => path === one || path.startsWith(`${one}/`));
    for (const path of included) expect(existsSync(path), path).toBe(true);
    for (const name of PRODUCTION_NAMES) expect(isIncluded(PRODUCTION[name].program)).toBe(true);
    const files = globSync("{app,components,lib,services,scripts}/**/*.{ts,tsx,mjs}").filter(
      (file) => isIncluded(file) && !/\.test\.tsx?$/.test(file),
    );
    const missing = files.flatMap((file) => {
      const imports = readFileSync(file, "utf8").matchAll(/(?:from |import\()"(?:#|\.\/)([^"]+)"/g);
      return [...imports].flatMap(([text, path = ""]) => {
        const target = text.includes('"#') ? path : join(dirname(file), path);
        return isIncluded(target) ? [] : [`${file}: ${target}`];
      });
    });
    expect(missing).toEqual([]);
  });
});
