"use client";

import { lazy, Suspense } from "react";
import { failureText } from "#components/data/failure-text.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Isolated } from "#components/ui/isolated.tsx";
import { Loading, Notice } from "#components/ui/panel.tsx";

/** The wallet code is loaded on demand. */
const Proof = lazy(async () => {
  const [view, session] = await Promise.all([
    import("#components/identity/wallet/wallet-proof.tsx"),
    import("#components/identity/wallet/session.ts"),
  ]);
  const { default: View } = view;
  const { postProof, signInWithProof } = session;
  return {
    default: ({ purpose, onDone }: WalletProofProps) => (
      <View
        purpose={purpose}
        onDone={onDone}
        reasonOf={(answer) => (answer.ok ? "" : failureText(answer))}
        submit={(proof) =>
          purpose === "sign-in"
            ? signInWithProof(proof)
            : postProof(
                purpose === "link" ? "/api/v1/identities/wallet" : "/api/v1/prove/wallet",
                proof,
              )
        }
      />
    ),
  };
});

type WalletProofProps = {
  purpose: "sign-in" | "link" | "prove";
  onDone: (address: string) => void;
};

/** Lists the wallets of this browser and asks the chosen one to sign for the purpose. */
export function WalletProof(props: WalletProofProps) {
  const text = useText("ui");
  const walletText = useText("wallet");
  return (
    <Isolated label="wallet" instead={<Notice title={text("loadFailed")} />}>
      <Suspense fallback={<Loading label={walletText("wallets")} />}>
        <Proof {...props} />
      </Suspense>
    </Isolated>
  );
}
