#include "cel_history.h"

int cel_history_set_limit(HistoryW *history, int count) {
  HistEventW event;
  return history_w(history, &event, H_SETSIZE, count);
}

int cel_history_drop_repeats(HistoryW *history) {
  HistEventW event;
  return history_w(history, &event, H_SETUNIQUE, 1);
}

int cel_history_add(HistoryW *history, const wchar_t *entry) {
  HistEventW event;
  return history_w(history, &event, H_ENTER, entry);
}
