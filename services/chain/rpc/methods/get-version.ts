import { API_VERSION, method, noParams } from "#services/chain/rpc/method.ts";

export const FEATURE_SET = 3_604_001_754;

export const getVersion = method(noParams, () => ({
  "feature-set": FEATURE_SET,
  "solana-core": API_VERSION,
}));
