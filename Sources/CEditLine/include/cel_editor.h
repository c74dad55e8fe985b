/// One function for each `el_wset` and `el_wget` operation in use, because
/// variadic C does not reach Swift.
///
/// The wide operations are used throughout: the narrow ones convert by the
/// locale, and the C locale knows no character above 127.
#ifndef CEL_EDITOR_H
#define CEL_EDITOR_H

#include <histedit.h>
#include <stdbool.h>
#include <stdio.h>
#include <wchar.h>

/// The text before the line, asked for at every redraw.
typedef wchar_t *(*cel_prompt_function)(EditLine *editor);

/// A command that a key can be bound to; it answers one of the `CC_` codes.
typedef unsigned char (*cel_command_function)(EditLine *editor, int key);

/// `literal` encloses escape sequences in the prompt, so that they count no columns.
int cel_set_prompt(EditLine *editor, cel_prompt_function prompt, wchar_t literal);

/// Chooses a set of keys, `emacs` or `vi`, and forgets all bindings.
int cel_set_keys(EditLine *editor, const wchar_t *name);

/// Where characters come from: 1 for a character, 0 at the end, -1 with `errno`.
int cel_set_character_source(EditLine *editor, el_rfunc_t source);

/// Where libedit writes what is shown.
int cel_set_output(EditLine *editor, FILE *output);

int cel_set_history(EditLine *editor, HistoryW *history);

/// A pointer for the callbacks, which are handed nothing but the editor.
int cel_set_client_data(EditLine *editor, void *data);
void *cel_client_data(EditLine *editor);

/// Makes a command known under a name that `bind` and ~/.editrc may use.
int cel_add_command(
  EditLine *editor, const wchar_t *name, const wchar_t *help, cel_command_function command);

/// Binds a key in the map for typing: emacs' only one, vi's insert mode.
int cel_bind(EditLine *editor, const wchar_t *key, const wchar_t *command);

/// Binds a key in the other map: vi's command mode.
int cel_bind_alternative(EditLine *editor, const wchar_t *key, const wchar_t *command);

/// Whether a key in the map for typing does what `command` says.
///
/// libedit only prints its bindings, so this reads what it would print.
bool cel_is_bound(EditLine *editor, const wchar_t *key, const wchar_t *command);

/// Whether editing is on; `edit off` in ~/.editrc turns it off.
bool cel_is_editing(EditLine *editor);

/// Puts the terminal into the mode for editing, or back into that for running.
int cel_set_terminal_for_editing(EditLine *editor, bool editing);

/// Draws the prompt and the line again, from where the terminal's cursor is.
int cel_redraw(EditLine *editor);

/// Sends a termcap capability such as `up` to the terminal; nothing when it has none.
int cel_send_capability(EditLine *editor, const wchar_t *name);

/// Whether the terminal has a termcap capability that is a text, such as `dl`.
bool cel_has_capability(EditLine *editor, const wchar_t *name);

/// How many columns libedit takes for a character; -1 where it shows another text in its place.
int cel_width(wchar_t character);

#endif
