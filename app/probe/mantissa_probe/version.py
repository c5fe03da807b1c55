# SPDX-License-Identifier: Apache-2.0
"""The package's version, read by the build too."""

VERSION = "0.1.0"
