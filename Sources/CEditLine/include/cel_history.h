/// One function for each `history_w` operation in use.
#ifndef CEL_HISTORY_H
#define CEL_HISTORY_H

#include <histedit.h>
#include <wchar.h>

/// At most `count` entries are kept; the oldest goes first.
int cel_history_set_limit(HistoryW *history, int count);

/// An entry equal to the one before it is left out.
int cel_history_drop_repeats(HistoryW *history);

int cel_history_add(HistoryW *history, const wchar_t *entry);

#endif
