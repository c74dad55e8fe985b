import Text

/// The major mode for Emacs.
package enum EmacsFile {
  package static var text: String {
    #"""
    ;;; bindlab-mode.el --- Scripts of bindlab  -*- lexical-binding: t -*-

    ;; Version: 1
    ;; Package-Requires: ((emacs "26.1"))
    ;; Made by 'bindlab editor emacs'.

    ;;; Code:

    (defgroup bindlab nil "Scripts of bindlab." :group 'languages)

    (defcustom bindlab-program "bindlab" "The program, which is the language server, too."
      :type 'string)

    (defcustom bindlab-indent-offset 2 "The blanks of one level of indentation." :type 'integer)

    (defvar bindlab-mode-syntax-table
      (let ((table (make-syntax-table)))
        (modify-syntax-entry ?_ "_" table)
        (modify-syntax-entry ?/ ". 124b" table)
        (modify-syntax-entry ?* ". 23" table)
        (modify-syntax-entry ?\n "> b" table)
        (dolist (sign '(?~ ?< ?> ?! ?= ?+ ?- ?% ?& ?| ?? ?: ?# ?.))
          (modify-syntax-entry sign "." table))
        ;; Strings get their ends from `bindlab--propertize'.
        (modify-syntax-entry ?\" "." table)
        (modify-syntax-entry ?\\ "." table)
        table))

    ;;; Strings

    (defun bindlab--skip-string (end)
      "Move from a quote behind its string, or to END; nil if it is not closed."
      (let ((block (looking-at "\"\"\"")) (closed nil))
        (forward-char (if block 3 1))
        (while (and (not closed) (< (point) end))
          (cond
           ((looking-at "\\\\(") (forward-char 2) (bindlab--skip-interpolation end))
           ((looking-at "\\\\[^\n]") (forward-char 2))
           ((looking-at (if block "\"\"\"" "\"")) (goto-char (match-end 0)) (setq closed t))
           ((and (not block) (eolp)) (setq end (point)))
           (t (forward-char 1))))
        closed))

    (defun bindlab--skip-interpolation (end)
      "Move behind the parenthesis that closes an interpolation, or to END."
      (let ((depth 1))
        (while (and (> depth 0) (< (point) end))
          (cond
           ((eq (char-after) ?\") (bindlab--skip-string end))
           (t (setq depth (+ depth (pcase (char-after) (?\( 1) (?\) -1) (_ 0))))
              (forward-char 1))))))

    (defun bindlab--propertize (start end)
      "Mark the ends of the strings from START to END."
      (goto-char start)
      (let ((state (syntax-ppss)))
        (when (nth 8 state) (goto-char (nth 8 state))))
      (while (re-search-forward "\"\\|//\\|/\\*" end t)
        (let ((first (match-beginning 0)))
          (cond
           ((equal (match-string 0) "//") (end-of-line))
           ((equal (match-string 0) "/*") (search-forward "*/" nil 'move))
           (t
            (goto-char first)
            (bindlab--skip-string (point-max))
            (put-text-property first (1+ first) 'syntax-table (string-to-syntax "|"))
            (when (> (point) (1+ first))
              (put-text-property (1+ first) (1- (point)) 'syntax-table (string-to-syntax "."))
              (put-text-property
               (1- (point)) (point) 'syntax-table (string-to-syntax "|"))))))))

    ;;; Colours

    (defun bindlab--rule (pattern before follow forbidden)
      "A function that finds PATTERN after BEFORE.
    FOLLOW must come next, or must not if it is FORBIDDEN."
      (lambda (limit)
        (let ((case-fold-search nil) (found nil))
          (while (and (not found) (re-search-forward pattern limit t))
            (let ((first (match-beginning 0)) (data (match-data)))
              (setq found
                    (and (> (point) first)
                         (not (and (eq (char-before first) ?.)
                                   (not (eq (char-before (1- first)) ?.))))
                         (save-excursion
                           (goto-char first)
                           (or (null before)
                               (looking-back before (line-beginning-position))))
                         (or (null follow)
                             (if forbidden (not (looking-at follow)) (looking-at follow)))))
              (set-match-data data)))
          found)))

    (defvar bindlab-font-lock-keywords
      (list
       (list "\\`#!.*$" 0 ''font-lock-preprocessor-face t)
       (list \#(("\\<" + ColourGrammar.allowed.written(in: .emacs)).json) 0
             '(if (nth 4 (syntax-ppss)) 'font-lock-preprocessor-face) 'prepend)
       (list \#(ColourGrammar.expected.written(in: .emacs).json) 0
             '(if (nth 4 (syntax-ppss)) 'font-lock-doc-face) 'prepend)
       \#(ColourGrammar.rules.map(line).joined(separator: "\n   ")))
      "The colours outside of comments and strings.")

    ;;; Indentation

    (defun bindlab--code-before ()
      "The start and the text of the code line above, without comments, or nil."
      (save-excursion
        (beginning-of-line)
        (let ((found nil))
          (while (and (not found) (not (bobp)))
            (forward-line -1)
            (unless (or (looking-at "[ \t]*\\(//.*\\)?$")
                        (save-excursion (nth 4 (syntax-ppss (point)))))
              (let* ((end (line-end-position)) (state (save-excursion (syntax-ppss end))))
                (setq found
                      (cons (point)
                            (string-trim-right
                             (buffer-substring-no-properties
                              (point)
                              (if (and (nth 4 state) (>= (nth 8 state) (point)))
                                  (nth 8 state) end))))))))
          found)))

    (defun bindlab--indentation ()
      "The indentation of this line."
      (save-excursion
        (back-to-indentation)
        (let* ((state (save-excursion (syntax-ppss (line-beginning-position))))
               (open (nth 1 state))
               (outside (if open (save-excursion (goto-char open) (current-indentation)))))
          (cond
           ((nth 8 state) (current-indentation))
           ((looking-at "[])}]") (or outside 0))
           ((and open (not (eq (char-after open) ?{))) (+ outside bindlab-indent-offset))
           (t
            (let ((before (bindlab--code-before))
                  (inside (if open (+ outside bindlab-indent-offset) 0)))
              (if (and before
                       (or (null open) (> (car before) open))
                       (not (looking-at "//\\|/\\*"))
                       (or (looking-at "[\#(ColourGrammar.continuations)]")
                           (string-match-p
                            ",\\'\\|[ \t][\#(ColourGrammar.openEnds)]+\\'" (cdr before))))
                  (+ inside bindlab-indent-offset)
                inside)))))))

    (defun bindlab-indent-line ()
      "Indent this line as `bindlab format' does."
      (let ((column (bindlab--indentation)))
        (if (<= (current-column) (current-indentation))
            (indent-line-to column)
          (save-excursion (indent-line-to column)))))

    ;;; The mode

    ;;;###autoload
    (define-derived-mode bindlab-mode prog-mode "bindlab"
      "A mode for scripts of bindlab."
      (setq-local comment-start "// ")
      (setq-local comment-start-skip "//+[ \t]*\\|/\\*+[ \t]*")
      (setq-local indent-tabs-mode nil)
      (setq-local electric-indent-chars (append '(?} ?\) ?\]) electric-indent-chars))
      (setq-local indent-line-function #'bindlab-indent-line)
      (setq-local syntax-propertize-function #'bindlab--propertize)
      (setq-local parse-sexp-lookup-properties t)
      (setq-local font-lock-defaults '(bindlab-font-lock-keywords)))

    ;;;###autoload
    (add-to-list 'auto-mode-alist '("\\.bind\\'" . bindlab-mode))
    ;;;###autoload
    (add-to-list 'interpreter-mode-alist '("bindlab" . bindlab-mode))

    ;; The language server: 'M-x eglot', or (add-hook 'bindlab-mode-hook #'eglot-ensure).
    (defvar eglot-server-programs)
    (with-eval-after-load 'eglot
      (add-to-list 'eglot-server-programs `(bindlab-mode . (,bindlab-program "lsp"))))

    (provide 'bindlab-mode)
    ;;; bindlab-mode.el ends here

    """#
  }

  private static func line(_ rule: ColourRule) -> String {
    let before =
      switch rule.place {
      case .anywhere: "nil"
      case .statementStart: "\\(?:^\\|[;{}]\\)[ \t]*".json
      case .after(let marks): (ColourPattern.marks(marks).written(in: .emacs) + "[ \t]+").json
      case .afterBlank: "[ \t]".json
      }
    let follow = rule.follow.map { $0.pattern.written(in: .emacs).json } ?? "nil"
    let isForbidden = rule.follow?.isForbidden == true ? "t" : "nil"
    return "(list (bindlab--rule \(rule.pattern.written(in: .emacs).json) \(before) \(follow)"
      + " \(isForbidden)) 0 ''\(rule.colour.face))"
  }
}

extension Colour {
  fileprivate var face: String {
    switch self {
    case .keyword, .statement, .clause: "font-lock-keyword-face"
    case .constant, .preset, .number, .duration: "font-lock-constant-face"
    case .type, .class: "font-lock-type-face"
    case .transformer, .function, .arrow: "font-lock-builtin-face"
    case .blockName, .turnField, .knob, .reference: "font-lock-variable-name-face"
    case .oldArrow: "font-lock-warning-face"
    case .operator, .delimiter: "default"
    case .string, .blockString, .escape: "font-lock-string-face"
    case .comment, .blockComment: "font-lock-comment-face"
    case .expected: "font-lock-doc-face"
    case .allowed, .interpreter: "font-lock-preprocessor-face"
    }
  }
}
