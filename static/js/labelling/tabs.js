// Two tabs of one person on the same item: each shows at once what the other does.

export function joinTabs(item, outbox) {
  addEventListener("storage", (event) => {
    if (outbox.isOwnKey(event.key)) item.showAll();
  });
  if (!("BroadcastChannel" in window)) return; // the server's 409 is the safety net
  const channel = new BroadcastChannel(`${outbox.prefix}labels`);
  item.addEventListener("acknowledged", (event) => {
    const { criterion, label } = event.detail;
    channel.postMessage({ url: item.url, criterion: criterion.id, label });
  });
  channel.addEventListener("message", ({ data }) => {
    const criterion = item.criteria.find((one) => data.url === item.url && one.id === data.criterion);
    if (criterion) item.acknowledge(criterion, data.label);
  });
}
