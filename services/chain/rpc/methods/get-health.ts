import { method, noParams } from "#services/chain/rpc/method.ts";
import { RpcFailure } from "#services/chain/rpc/rpc-failure.ts";

const NODE_UNHEALTHY = -32005;

export const getHealth = method(noParams, ({ faults }) => {
  if (faults.lag === 0) return "ok";
  throw new RpcFailure(NODE_UNHEALTHY, `Node is behind by ${faults.lag} slots`, {
    numSlotsBehind: faults.lag,
  });
});
