"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Loading, Notice } from "#components/ui/panel.tsx";
import { BuyForm } from "./buy-form.tsx";
import { BuyTexts } from "./buy-texts.ts";
import { PurchaseProgress } from "./purchase-progress.tsx";
import { useOnrampTerms, usePurchases } from "./use-purchases.ts";

type BuyDialogProps = {
  onClose: () => void;
  /** A purchase that is always shown, for example the one whose checkout the user returns from. */
  purchase?: string | undefined;
};

/**
 * Sells USDC by card through the provider's checkout, and shows the purchases under way. Load it
 * with `lazy`.
 */
export default function BuyDialog(props: BuyDialogProps) {
  return (
    <BuyTexts>
      <Opened {...props} />
    </BuyTexts>
  );
}

function Opened({ onClose, purchase }: BuyDialogProps) {
  const text = useText("buy");
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={text("title")}
    >
      <Content purchase={purchase} />
    </Dialog>
  );
}

function Content({ purchase }: Pick<BuyDialogProps, "purchase">) {
  const text = useText("buy");
  const { onramp, isFailed, read: readTerms } = useOnrampTerms();
  const { purchases, readAt, errorCode, read: readPurchases } = usePurchases(purchase);
  if (errorCode === "SIGN_IN_REQUIRED") return <Notice title={text("signInFirst")} />;
  if (onramp === null)
    return <Notice title={text("notAvailable")} detail={text("notAvailableDetail")} />;
  if (onramp === undefined || purchases === undefined)
    return (
      <>
        <Loading label={text("loading")} />
        {isFailed || errorCode !== undefined ? (
          <Button
            size="xs"
            onClick={() => {
              readTerms();
              readPurchases();
            }}
          >
            {text("tryAgain")}
          </Button>
        ) : null}
      </>
    );
  return (
    <div className="flex flex-col gap-4">
      {onramp.simulated ? (
        <p>
          <Chip tone="warn" title={text("simulatedHelp")}>
            {text("simulated")}
          </Chip>
        </p>
      ) : null}
      {purchases.map((one) => (
        <PurchaseProgress key={one.id} purchase={one} name={onramp.name} now={readAt} />
      ))}
      <BuyForm onramp={onramp} />
    </div>
  );
}
